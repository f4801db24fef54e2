import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { onTestFinished } from 'vitest';
import type { LookedAt } from '../../../modules/identity/sessions/sessions.ts';
import { Unauthorized } from '../../../modules/kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import { type Audience, notices, type Topic, topic } from '../../../modules/kernel/notices.ts';
import type { KnownUser } from '../../../modules/kernel/route.ts';
import { livePath } from '../../../modules/kernel/wire/live-wire.ts';
import { boundedServer, type ConnectionBounds, defaultBounds } from '../../http/connections/connection-bounds.ts';
import { Connections } from '../../http/connections/connections.ts';
import { serveUpgrades } from '../../http/connections/upgrades.ts';
import { answerProblem } from '../../http/problems/answer-problem.ts';
import { Live, type LiveOptions } from '../../live/live.ts';
import { defaultLiveBounds, type LiveBounds } from '../../live/live-bounds.ts';
import { CountedLog } from '../../runtime/logging/counted-log.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { lookedAt } from '../deciding/in-session.ts';
import { stored } from '../stored.ts';

/** Something is said to somebody. */
export type Said = DomainEvent<'Said', { to: Audience; text: string }>;
/** A thing that only its latest number is told of. */
export type Numbered = DomainEvent<'Numbered', { thing: string; number: number }>;
export type Left = DomainEvent<'Left', { sid: string } | { uid: string }>;
export type Moved = DomainEvent<'Moved', { uid: string; role: 'user' | 'admin' }>;
type Anything = Said | Numbered | Left | Moved;

export const said = (to: Audience, text: string): Said => ({ type: 'Said', data: { to, text } });
export const numbered = (thing: string, number: number): Numbered => ({ type: 'Numbered', data: { thing, number } });

/** The latest of each thing, as a read model has it; `read` are the keys of each reading. */
export type Numbers = Map<string, { thing: string; number: number; position: string }> & { read?: string[][] };

/** A topic of these numbers. */
export function numbersTopic(numbers: Numbers, but: Partial<Topic> = {}): Topic {
  const plain = topic<Numbered>({
    name: 'number.changed',
    to: 'watchers',
    perSecond: 20,
    on: { Numbered: ({ data }) => data.thing },
    async latest(keys) {
      numbers.read?.push([...keys]);
      return new Map(keys.flatMap((key) => [...numbers].filter(([of]) => of === key)));
    },
  });
  return { ...plain, ...but };
}

/** The live side by itself, on a server of its own, with people and a log that the test has in its hands. */
export async function liveUnderTest(
  but: Partial<Omit<LiveOptions, 'bounds'>> & {
    bounds?: Partial<LiveBounds>;
    connections?: Partial<ConnectionBounds>;
    topics?: readonly Topic[];
    sessionNow?: (sid: string) => Promise<LookedAt | undefined>;
  } = {},
) {
  const callers = new Map<string, KnownUser>();
  const over = new Set<string>();
  const log = openLog('silent');
  const counted = new CountedLog(log);
  const { bounds, connections: bound, topics = [], sessionNow, ...options } = but;
  const live = new Live({
    notices: [
      notices<Anything>({
        on: { Said: ({ data }) => ({ name: 'said', to: data.to, payload: { text: data.text } }) },
        ends: { Left: ({ data }) => data },
        moves: { Moved: ({ data: { uid, role } }) => ({ uid, role }) },
        topics,
      }),
    ],
    authentication: {
      verifyAccessToken: async (token) => identityIn(token),
      callerOf: async (uid) => callers.get(uid),
      sessionNow: sessionNow ?? (async (sid) => (over.has(sid) ? undefined : lookedAt)),
    },
    shows: () => true,
    perAddress: 0,
    perUser: 0,
    now: () => new Date(),
    log,
    counted,
    bounds: { ...defaultLiveBounds, ...bounds },
    ...options,
  });
  const server = boundedServer();
  const connections = new Connections({ ...defaultBounds, ...bound });
  const app = express().set('query parser', 'simple');
  app.use(livePath, live.router);
  app.get('/', (_request, response) => void response.json({}));
  app.use(answerProblem(counted));
  connections.serve(server, app);
  serveUpgrades(server, app, (socket) => connections.leave(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await live.close();
    server.closeAllConnections();
    server.close();
  });
  let position = 0n;
  return {
    live,
    callers,
    over,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The feed hands on that this has happened. */
    tell(...events: Anything[]): StoredEvent[] {
      const batch = events.map((event) => stored<DomainEvent>(event, { position: ++position }));
      live.tell({ events: batch, position, caughtUp: true });
      return batch;
    },
    /** Makes somebody known, and gives them an access token. */
    tokenOf(uid: string, { role = 'user', sid = `s-${uid}`, until = Date.now() + 900_000 }: Partial<Who> = {}): string {
      callers.set(uid, { uid, role, email: `${uid}@inventory.example`, name: uid });
      return new UnsecuredJWT({ sid }).setSubject(uid).setExpirationTime(new Date(until)).encode();
    },
  };
}

type Who = { role: 'user' | 'admin'; sid: string; until: number };

function identityIn(token: string) {
  try {
    const { sub: uid = '', sid } = decodeJwt<{ sid: string }>(token);
    return { uid, sid, email: `${uid}@inventory.example`, name: uid };
  } catch {
    throw new Unauthorized('The token is not valid.');
  }
}
