import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { asOften } from '../testing/as-often.ts';
import { type DescribedCall, describedCalls, type Schema } from './described-calls.ts';
import { fuzzedShop } from './fuzzed-shop.ts';
import { rawRequests } from './raw-requests.ts';
import { requestsFor } from './requests.ts';

/** The same requests at every run, and others for who wants to look further: `FUZZ_SEED=… FUZZ_REQUESTS=…`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261);
const requests = Number(process.env.FUZZ_REQUESTS ?? asOften(400, 10_000));

const atOnce = 20;
const rounds = asOften(8, 100);
const rawConversations = asOften(250, 1_000);

const shop = fuzzedShop();
let calls: readonly DescribedCall[];
let schemas: Readonly<Record<string, Schema>>;
beforeAll(async () => {
  ({ calls, schemas } = await describedCalls(shop.origin));
});

it(`answers ${requests} requests for all of its calls as it describes, and changes nothing where it refuses (seed ${seed})`, async () => {
  const numRuns = Math.ceil(requests / calls.length);
  const answers = new Map<string, number>();
  let asked = 0;
  for (const call of calls) {
    const name = `${call.method} ${call.path}`;
    await fc.assert(
      fc.asyncProperty(requestsFor(call, schemas), async (sent) => {
        if (asked++ % 50 === 0) await shop.revive();
        const status = await shop.ask(sent);
        const key = `${name} ${Math.floor(status / 100)}xx`;
        answers.set(key, (answers.get(key) ?? 0) + 1);
      }),
      { seed, numRuns },
    );
  }
  const good = [...answers].filter(([key]) => key.endsWith('2xx')).map(([, count]) => count);
  expect(asked).toBeGreaterThanOrEqual(requests);
  // Most of what is near goes in, as it would from an ordinary client: what is refused at the door tries nothing behind it.
  expect(sumOf(good)).toBeGreaterThan(requests / 5);
}, 300_000);

it(`answers ${atOnce} of any of them at the same moment, ${rounds} times, none with a fault (seed ${seed})`, async () => {
  const any = fc.oneof(...calls.map((call) => requestsFor(call, schemas)));
  const together = fc.array(any, { minLength: atOnce, maxLength: atOnce });
  await shop.revive();
  await fc.assert(fc.asyncProperty(together, shop.askTogether), { seed, numRuns: rounds });
});

it(`answers what is no HTTP, or hardly, over ${rawConversations} connections, and closes each (seed ${seed})`, async () => {
  const answered = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(rawRequests, async (pieces) => {
      for (const status of await shop.converse(pieces)) answered.set(status, (answered.get(status) ?? 0) + 1);
    }),
    { seed, numRuns: rawConversations },
  );
  for (const status of [200, 400, 401, 404, 431]) expect([...answered.keys()]).toContain(status);
  await shop.revive();
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
