import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { DamagedStream } from '../../kernel/errors.ts';
import type { AccountTakenOver } from '../events.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { Sessions } from '../sessions/sessions.ts';
import { accountTakenOver, accountTakenOverByLink } from '../testing/examples.ts';
import { endWhatWasBefore } from './end-what-was-before.ts';

const holder = { uid: 'u1', accountId: 'a1', by: 'password', browser: 'Firefox on Linux' } as const;
const time = '2026-01-02T12:00:01.000Z';

/**
 * Which sessions run after an account was taken over: one of before, one of before at a node whose clock is some seconds ahead, the one that
 * began with it, and one that began later.
 * @param late milliseconds after all that, when it is reacted to
 */
async function afterwards(event: AccountTakenOver, late = 0) {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([sessionDocuments], events) });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  let ahead = 0;
  const now = () => new Date(Date.parse('2026-01-02T12:00:00Z') + ahead);
  const sessions = new Sessions({ commands, readModels, secrets, now });
  const [before, own] = [
    await sessions.start(holder, contextOf('before')),
    await sessions.start(holder, contextOf('own')),
  ];
  ahead = 6_000;
  const fast = await sessions.start(holder, contextOf('fast'));
  ahead = 2 * 60_000;
  const since = await sessions.start(holder, contextOf('since'));
  ahead = 6_000 + late;
  const factorsEnded: unknown[] = [];
  const reactor = endWhatWasBefore({
    sessions,
    secrets,
    now,
    endFactorsOf: async (uid, _context, until) => {
      factorsEnded.push({ uid, before: until?.toISOString() });
      return { position: 1n };
    },
  });
  await reactor.react(stored(event, { time, commandId: contextOf('own').commandId }));
  const runs = async ({ sid }: { sid: string }) => (await sessions.now(sid)) !== undefined;
  const [isBefore, isFast, isOwn, isSince] = await Promise.all([before, fast, own, since].map(runs));
  return { factorsEnded, before: isBefore, fast: isFast, own: isOwn, since: isSince };
}

const cases = [
  ['through an issuer', accountTakenOver()],
  ['by a mailed link', accountTakenOverByLink()],
] as const;

describe('an account that was taken over by a node that was gone just after', () => {
  it.each(cases)('%s loses the factors and the sessions of before', async (_, event) =>
    expect(await afterwards(event)).toEqual({
      // Those that were added by then, which is a minute later: of one of before a fast clock may say a later time, too.
      factorsEnded: [{ uid: 'u1', before: '2026-01-02T12:01:01.000Z' }],
      ...{ before: false, fast: false, own: true, since: true },
    }),
  );

  it.each(cases)('%s keeps what its holder has begun since where that is done late, or once more', async (_, event) =>
    expect(await afterwards(event, 60_000)).toEqual({
      factorsEnded: [{ uid: 'u1', before: time }],
      ...{ before: false, fast: true, own: true, since: true },
    }),
  );
});

it('the sessions of before end though the second factors cannot be read, which is said', async () => {
  const ended: string[] = [];
  const reactor = endWhatWasBefore({
    sessions: { endAllOf: async (uid: string) => ({ position: BigInt(ended.push(uid)) }) },
    secrets: secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] }),
    now: () => new Date(time),
    endFactorsOf: () => Promise.reject(new DamagedStream('factors-u1', 'It is broken.')),
  });
  const ending = reactor.react(stored(accountTakenOver(), { time }));
  await expect(ending).rejects.toThrow('1 failed: DamagedStream: factors-u1');
  expect(ended).toEqual(['u1']);
});
