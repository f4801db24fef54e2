import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { type ApiClient, addTool, orderOf } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { type LiveClient, live } from '../../testing/clients/live-client.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { type SeveralProcesses, severalProcesses } from './several-processes.ts';

const price = 19.99;
/** Of what 40 people want at once, and of what is there for all who order it. */
const [few, enough] = [10, 100];
const [races, repetitions] = [asOften(2, 20), asOften(3, 10)];

/** One process, and another beside it from `at two processes` on: to start them is the dearest part of all of this. */
let shop: SeveralProcesses;
let buyers: ApiClient[];
let buyer: ApiClient;

beforeAll(async () => {
  shop = await severalProcesses();
  buyers = await shop.people(40);
  [buyer = shop.admin] = buyers;
});
afterAll(() => shop?.end());

describe('40 buyers at once for 10 pieces', () => {
  for (let run = 1; run <= races; run++) {
    it(`get 10 of them, run ${run}`, () => expectTenSold([shop.admin.origin]));
  }
});

describe('one order that is sent 20 times at once under one key', () => {
  for (let run = 1; run <= repetitions; run++) {
    it(`is one order, run ${run}`, () => expectOneOrder([shop.admin.origin]));
  }
});

describe('at two processes', () => {
  let here: ApiClient;
  let there: ApiClient;

  beforeAll(async () => {
    here = shop.admin;
    there = shop.admin.at(await shop.another());
  });

  describe('40 buyers at once for 10 pieces, at two processes', () => {
    for (let run = 1; run <= races; run++) {
      it(`get 10 of them, run ${run}`, () => expectTenSold(shop.origins));
    }
  });

  describe('one order that is sent 20 times at once under one key, to two processes', () => {
    for (let run = 1; run <= repetitions; run++) {
      it(`is one order, run ${run}`, () => expectOneOrder(shop.origins));
    }

    it('is refused at the other process with another payload', async () => {
      const toolId = await addTool(shop.admin, { Available: enough, PerPrice: price });
      const headers = { 'idempotency-key': randomUUID() };
      const [here, there] = shop.origins.map((origin) => buyer.at(origin));
      const first = await here?.post('/booking', orderOf(buyer, toolId, price), { headers });
      const other = await there?.post('/booking', orderOf(buyer, toolId, 2 * price, { quantity: 2 }), { headers });
      expect([first?.status, other?.status]).toEqual([201, 409]);
      expect((await shop.admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(enough - 1);
    });
  });

  describe('what was written at one node', () => {
    it('is read at the other at once, however often', async () => {
      const toolId = await addTool(here, { Available: 1_000, PerPrice: price });
      for (let count = 1; count <= 30; count++) {
        const [writer, reader] = count % 2 === 0 ? [here, there] : [there, here];
        const { body, headers } = await writer.post<{ insertedId: string }>('/booking', orderOf(here, toolId, price));
        expect(headers.get('event-applied')).toBeNull();
        expect((await reader.get<Booking>(`/booking/${body.insertedId}`)).status).toBe(200);
        expect((await reader.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(1_000 - count);
      }
    });

    it('is read at the other at once while many write at both', async () => {
      const toolId = await addTool(here, { Available: 1_000, PerPrice: price });
      const write = async (n: number) => {
        const [writer, reader] = n % 2 === 0 ? [here, there] : [there, here];
        const { body } = await writer.post<{ insertedId: string }>('/booking', orderOf(here, toolId, price));
        expect((await reader.get<Booking>(`/booking/${body.insertedId}`)).body.paid).toBe(false);
        if (n % 3 > 0) return;
        expect((await writer.delete(`/booking/${body.insertedId}`)).status).toBe(200);
        expect((await reader.get(`/booking/${body.insertedId}`)).status).toBe(404);
      };
      await Promise.all(Array.from({ length: 60 }, (_, n) => write(n)));
      // What followed from the deletions is shown as well.
      expect((await there.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(1_000 - 40);
    });

    it('is told to live sockets at the other, when a GET there shows it', async () => {
      const [heardHere, heardThere] = [await live(here.origin, here.token), await live(there.origin, there.token)];
      const toolId = await addTool(here, { Available: 1_000, PerPrice: price });
      await heardThere.ask('watch', [toolId]);
      for (let count = 1; count <= 10; count++) {
        const [writer, reader, heard] = count % 2 === 0 ? [here, there, heardThere] : [there, here, heardHere];
        const shown = new Promise<number>((resolve) =>
          heard.socket.once('booking.placed', async ({ bookingId }: { bookingId: string }) =>
            resolve((await reader.get<Booking>(`/booking/${bookingId}`)).status),
          ),
        );
        await writer.post('/booking', orderOf(writer, toolId, price));
        expect(await shown).toBe(200);
      }
      await heardThere.next('tool.changed', { toolId, Available: 990 });
      const placed = ({ heard }: LiveClient) => heard.filter(({ name }) => name === 'booking.placed');
      await expect.poll(() => placed(heardThere)).toEqual(placed(heardHere));
    });

    it('is a review, too', async () => {
      const review = randomUUID();
      await there.post('/reviews', { review, description: 'Written there.' });
      const { body } = await here.get<Review[]>('/reviews?limit=1');
      expect(body[0]?.review).toBe(review);
    });

    it('counts once, though both nodes apply it', async () => {
      const kept = await openKeptData(shop.dataDir, await storesUnderTest(shop.dataDir));
      expect(await kept.shown()).toEqual(await kept.rebuilt());
      const names = (await kept.projections()).filter((name) => name !== 'log-identity');
      const lists = Object.keys(await kept.shown());
      // The rebuild knew every projection that the shop has.
      for (const name of names) expect(lists.some((list) => list.startsWith(name))).toBe(true);
      await kept.close();
    });
  });
});

async function expectTenSold(origins: readonly string[]): Promise<void> {
  const toolId = await addTool(shop.admin, { Available: few, PerPrice: price });
  const left: number[] = [];
  const answers = await Promise.all(
    buyers.map(async (buyer, n) => {
      const here = buyer.at(origins[n % origins.length] ?? buyer.origin);
      const answer = await here.post<{ detail?: string }>('/booking', orderOf(here, toolId, price));
      left.push((await here.get<Tool>(`/tool/${toolId}`)).body.Available);
      return answer;
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(few);
  const refusals = answers.filter(({ status }) => status === 409).map(({ body }) => body.detail);
  expect(refusals).toEqual(Array.from({ length: buyers.length - few }, () => 'Only 0 left'));
  expect(Math.min(...left)).toBe(0);
  for (const origin of origins) {
    const admin = shop.admin.at(origin);
    expect((await admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(0);
    const { body } = await admin.get<Booking[]>('/booking');
    expect(body.filter((booking) => booking.toolId === toolId)).toHaveLength(few);
  }
}

async function expectOneOrder(origins: readonly string[]): Promise<void> {
  const toolId = await addTool(shop.admin, { Available: enough, PerPrice: price });
  const order = orderOf(buyer, toolId, price);
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      buyer.at(origins[n % origins.length] ?? '').post<{ insertedId: string }>('/booking', order, { headers }),
    ),
  );
  const { body } = await shop.admin.get<Booking[]>('/booking');
  const orders = body.filter((booking) => booking.toolId === toolId);
  expect(orders).toHaveLength(1);
  for (const answer of answers) {
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ acknowledged: true, insertedId: orders[0]?._id });
  }
  expect((await shop.admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(enough - 1);
}
