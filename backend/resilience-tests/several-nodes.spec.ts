import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import type { Tool } from '../../modules/catalog/contract.ts';
import type { Review } from '../../modules/reviews/contract.ts';
import { type ApiClient, addTool, orderOf } from '../testing/api-client.ts';
import { openKeptData } from '../testing/kept-data.ts';
import { type LiveClient, live } from '../testing/live-client.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';
import { type SeveralProcesses, severalProcesses } from './several-processes.ts';

const price = 19.99;

let shop: SeveralProcesses;
let here: ApiClient;
let there: ApiClient;

beforeAll(async () => {
  shop = await severalProcesses();
  here = shop.admin;
  there = shop.admin.at(await shop.another());
});
afterAll(() => shop?.end());

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
