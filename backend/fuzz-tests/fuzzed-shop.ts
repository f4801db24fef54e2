import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { expectDescribed } from '../api-tests/http/described.ts';
import { openShop } from '../api-tests/shop-under-test.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, password, type Reply, signIn, signUp } from '../testing/api-client.ts';
import { rawConnection } from '../testing/clients/raw-connection.ts';
import { AppendedEvents } from '../testing/logs/appended-events.ts';
import type { RunningShop } from '../testing/running-shop.ts';
import { knownPrice } from './near-and-far.ts';
import type { RawSent } from './raw-requests.ts';
import { filledIn, type KnownValues, type Sent } from './requests.ts';

/** Longer than any answer takes on a busy machine, in milliseconds. */
const patience = 20_000;

/** Where an error was thrown, or a file of the server: what no answer may tell. */
const inside = /\n\s+at |node_modules|node:internal|\/backend\/|\/modules\//;

/** A shop that is asked anything, and everything that it has appended to its log on somebody's behalf. */
export type FuzzedShop = {
  readonly origin: string;
  /** Sends requests at the same time, and holds each answer against what any answer must be, but for what it has changed. */
  readonly askTogether: (sent: readonly Sent[]) => Promise<void>;
  /** Sends a request, and holds the answer against all that any answer must be. @throws Error where it is not that. */
  readonly ask: (sent: Sent) => Promise<number>;
  /** Sends bytes over a connection of their own, as nobody, and holds what comes back against the same; resolves to its statuses. */
  readonly converse: (pieces: RawSent) => Promise<number[]>;
  /** People who are known, in the place of those who are not any more, with an order of each tool. */
  readonly revive: () => Promise<void>;
};

export function fuzzedShop(environment: Readonly<Record<string, string>> = {}): FuzzedShop {
  const agent = new Agent({ keepAlive: true });
  const tools: string[] = [];
  const bookings: string[] = [];
  const ids = new Set<string>();
  let shop: RunningShop;
  let chief: ApiClient;
  let people: { shopper: ApiClient; other: ApiClient; admin: ApiClient };
  const appended = new AppendedEvents();

  beforeAll(async () => {
    shop = await openShop({ ...environment }, { around: appended.around });
    chief = await signIn(shop.origin, demoAdmin.email, demoPassword);
    for (const Available of [1_000_000, 10]) tools.push(await addTool(chief, { Available, PerPrice: knownPrice }));
    await revive();
  });
  afterAll(async () => {
    agent.destroy();
    await shop?.end();
  });

  async function revive() {
    const replies =
      people &&
      (await Promise.all(Object.values(people).map((who) => who.get<{ admin?: boolean }>(`/admin/${who.email}`))));
    const areWell = replies?.every(({ status }) => status === 200) && replies.at(-1)?.body.admin;
    if (!areWell) people = await newPeople();
    const { shopper } = people;
    bookings.length = 0;
    for (const toolId of tools) {
      const { body } = await shopper.post<{ insertedId: string }>('/booking', orderOf(shopper, toolId, knownPrice));
      bookings.push(body.insertedId);
    }
  }

  async function newPeople() {
    const [shopper, other, admin] = await Promise.all([signUp(shop.origin), signUp(shop.origin), signUp(shop.origin)]);
    await chief.put(`/user/admin/${admin.email}`);
    return { shopper, other, admin };
  }

  /** What there is to ask for: of whoever asks first. */
  function valuesFor({ who }: Sent): KnownValues {
    const { shopper, other, admin } = people;
    const asking = who.as === 'nobody' ? shopper : people[who.as];
    const email = [asking, shopper, other, admin].map((one) => one.email);
    return { tool: tools, booking: bookings, id: [...tools, ...bookings, ...ids], email, password: [password] };
  }

  const authorizationOf = ({ who }: Sent) =>
    who.as === 'nobody' ? who.authorization : `Bearer ${people[who.as][who.proof]}`;

  async function send(sent: Sent): Promise<Reply<unknown> & { asked: string }> {
    const values = valuesFor(sent);
    const path = filledIn(sent.path, values);
    const body = sent.body === undefined ? undefined : Buffer.from(filledIn(sent.body, values));
    const authorization = authorizationOf(sent);
    const { promise, resolve, reject } = Promise.withResolvers<Reply<unknown> & { asked: string }>();
    const asked = request(shop.origin + path, {
      agent,
      method: sent.method,
      headers: {
        ...sent.headers,
        ...(authorization !== undefined && { authorization }),
        ...(body && { 'content-length': body.length }),
      },
      signal: AbortSignal.timeout(patience),
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      buffer(response).then((bytes) => resolve({ ...replyOf(response, bytes), asked: path }), reject);
    });
    asked.end(body);
    return promise;
  }

  async function answered(sent: Sent): Promise<number> {
    const { asked, ...reply } = await send(sent);
    await expectDescribed({ origin: shop.origin, method: sent.method, path: asked }, reply);
    expect(reply.status).toBeLessThan(500);
    if (reply.status >= 400) expect(reply.text).not.toMatch(inside);
    for (const [, id] of reply.text.matchAll(/"(?:insertedId|refundId|_id|id)":"([^"]+)"/g)) {
      if (id && ids.size < 100) ids.add(id);
    }
    return reply.status;
  }

  return {
    get origin() {
      return shop.origin;
    },
    async ask(sent) {
      appended.forget();
      const status = await answered(sent);
      if (status >= 400) expect(appended.changes()).toEqual([]);
      return status;
    },
    async askTogether(sent) {
      await Promise.all(sent.map(answered));
    },
    async converse(pieces) {
      appended.forget();
      const came = await exchange(shop.origin, pieces);
      const answers = came.split(/(?=HTTP\/1\.1 \d{3} )/).filter((one) => one !== '');
      expect(came).not.toMatch(inside);
      expect(appended.changes()).toEqual([]);
      return answers.map((answer) => {
        const [head = ''] = answer.split('\r\n\r\n');
        const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
        expect(status, head).toBeLessThan(500);
        // Browsers are shown the page where there is nothing; Socket.IO's own refusals are JSON of its protocol.
        if (status >= 400) expect(head).toMatch(/^content-type: (application\/(problem\+)?json|text\/html)/im);
        return status;
      });
    },
    revive,
  };
}

function replyOf({ statusCode = 0, rawHeaders }: IncomingMessage, bytes: Buffer): Reply<unknown> {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const text = (headers.get('content-encoding') === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
  const isJson = /json/.test(headers.get('content-type') ?? '') && text !== '';
  return { status: statusCode, headers, body: isJson ? JSON.parse(text) : undefined, text };
}

/** Writes the pieces, and reads until the shop has closed the connection. @throws Error when it does not. */
async function exchange(origin: string, pieces: RawSent): Promise<string> {
  const connection = await rawConnection(origin);
  const rest = connection.rest();
  for (const piece of pieces) {
    connection.write(Buffer.from(piece, 'latin1'));
    await setImmediate();
  }
  connection.socket.end();
  const ending = new AbortController();
  const late = setTimeout(patience, undefined, { signal: ending.signal }).then(
    () => Promise.reject(new Error('The connection was left open.')),
    () => '',
  );
  try {
    return await Promise.race([rest, late]);
  } finally {
    ending.abort();
    connection.socket.destroy();
  }
}
