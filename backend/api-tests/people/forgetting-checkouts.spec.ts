import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, password, signIn, signUp } from '../../testing/api-client.ts';
import { bytesIn, textIn } from '../../testing/logs/kept-bytes.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop } from '../shop-under-test.ts';

/** A store in which nobody's orders come to be until somebody is forgotten: as if whoever makes them had ended before. */
function untilForgotten() {
  let isForgotten = false;
  const look = (events: readonly NewEvent[]) => {
    if (events.some(({ type }) => type === 'PersonForgotten')) isForgotten = true;
    if (!isForgotten && events.some(({ type }) => type === 'ToolBooked'))
      throw new Unavailable('The process has ended.');
  };
  return (store: EventStore): EventStore => {
    const { appendAll } = store;
    return {
      ...store,
      append(stream, expected, events) {
        look(events);
        return store.append(stream, expected, events);
      },
      ...(appendAll && {
        appendAll(appends, turn) {
          for (const { events } of appends) look(events);
          return appendAll(appends, turn);
        },
      }),
    };
  };
}

it('a person who is forgotten between their checkout and its orders leaves neither a name nor a piece that is held', async () => {
  const shop = await openShop({}, { around: untilForgotten() });
  onTestFinished(() => shop.end());
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const word = randomUUID().replaceAll('-', '').slice(0, 12);
  const said = { name: `Name${word}`, email: `mail${word}@inventory.example`, location: `Street${word}` };
  const phone = `+880 ${BigInt(`0x${word}`)}`;
  const person = await signUp(shop.origin, said.name, said.email);
  const toolIds = [await addTool(admin, { Available: 7 }), await addTool(admin, { Available: 7 })];
  const left = () => Promise.all(toolIds.map(async (id) => (await admin.get<Tool>(`/tool/${id}`)).body.Available));

  const lines = toolIds.map((toolId) => ({ toolId, quantity: 2, price: 39.98 }));
  expectProblem(await person.post('/checkout', { location: said.location, phone, lines }), 503);
  await vi.waitFor(async () => expect(await left()).toEqual([5, 5]), { timeout: 60_000, interval: 250 });
  expect((await person.delete('/me', { body: { password } })).status).toBe(204);

  const data = await openKeptData(shop.dataDir, await storesUnderTest(shop.dataDir));
  onTestFinished(() => data.close());
  const happened = async (type: string) =>
    (await data.store.readAll({ after: 0n, limit: 10_000 })).events.filter((event) => event.type === type);
  const placed = (await happened('CheckoutPlaced')) as { data?: { orders: { bookingId: string }[] } }[];
  expect(placed).toHaveLength(1);
  const bookingIds = placed[0]?.data?.orders.map(({ bookingId }) => bookingId).sort();
  await vi.waitFor(async () => expect(await left()).toEqual([7, 7]), { timeout: 60_000, interval: 250 });
  const idsOf = async (type: string) =>
    (await happened(type)).map((event) => (event as { data?: { bookingId: string } }).data?.bookingId).sort();
  // Of an order that comes when their key is gone, nobody has to say that they are forgotten.
  for (const type of ['ToolBooked', 'BookingDeleted', 'StockReleased']) {
    await vi.waitFor(async () => expect(await idsOf(type), type).toEqual(bookingIds), {
      timeout: 60_000,
      interval: 250,
    });
  }
  for (const id of bookingIds ?? []) expectProblem(await admin.get<Booking>(`/booking/${id}`), 404);

  const { READ_MODELS } = await storesUnderTest(shop.dataDir);
  await vi.waitFor(
    async () => {
      const inRedis = READ_MODELS === undefined ? '' : await textIn(READ_MODELS);
      const kept = `${bytesIn(shop.dataDir).toString('latin1')}\n${inRedis}`;
      for (const words of [...Object.values(said), phone]) expect(kept.includes(words), words).toBe(false);
    },
    { timeout: 60_000, interval: 250 },
  );
});
