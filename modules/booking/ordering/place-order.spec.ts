import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { inSession } from '../../../backend/testing/deciding/in-session.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import { moneyOf } from '../../kernel/values/money.ts';
import { booking } from '../booking.ts';
import { abandonBooking } from '../commands/abandon-booking.ts';
import { StockDouble } from '../testing/stock-double.ts';
import { placeOrder, type WantedOrder } from './place-order.ts';
import type { UnpaidLimit } from './unpaid-limit.ts';

const mina: Caller = { uid: 'u1', email: 'mina@example.com', name: 'Mina', role: 'user', ...inSession };
const body = { toolId: 't1', quantity: 1, location: 'Dhaka', phone: '+880 1', price: moneyOf(19.99, 'usd') };

describe('placing an order', () => {
  it('sets the pieces aside, then makes the order with what the shop itself knows', async () => {
    const { commands, stock, place } = opened();
    const { bookingId, position } = await place({ ...body, toolName: 'Made up', buyerName: 'Made up' });
    expect(stock.reserved).toEqual(new Map([[`t1 ${bookingId}`, 1]]));
    expect(position).toBe(1n);
    expect(await commands.load(booking, bookingId)).toMatchObject({
      status: 'unpaid',
      order: { uid: 'u1', toolName: 'Tool t1', buyerName: 'Mina', personEmail: mina.email, quantity: 1 },
    });
  });

  it('says in the order that it is large', async () => {
    const { commands, place } = opened();
    const { bookingId } = await place({ ...body, quantity: 6 });
    expect(await commands.load(booking, bookingId)).toMatchObject({ order: { quantity: 6, large: true } });
    const usual = await place({ ...body, quantity: 4 }, 'other', 'another key');
    expect(await commands.load(booking, usual.bookingId)).not.toHaveProperty('order.large');
  });

  it('is one order when it is sent again under the same key', async () => {
    const { commands, stock, place } = opened();
    expect(await place(body)).toEqual(await place(body));
    expect(stock.reserved.size).toBe(1);
    expect(commands.log).toHaveLength(1);
  });

  it('has the id that its key makes in every release', async () => {
    const { bookingId } = await opened().place(body);
    expect(bookingId).toBe('cc676fc1-743d-8dac-8e75-22d8bc59620c');
  });

  it('has an id that begins as the call has, where that has no key', async () => {
    const { placeWithoutKey } = opened();
    const { bookingId } = await placeWithoutKey(body, '3fa2a1b0-0000-4000-8000-000000000001');
    const another = await placeWithoutKey(body, '3fa2a1b0-0000-4000-8000-000000000002');
    expect(bookingId).toMatch(/^3fa2[0-9a-f]{4}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(another.bookingId).toMatch(/^3fa2/);
    expect(another.bookingId).not.toBe(bookingId);
  });

  it('makes none when there are no pieces', async () => {
    const { commands, place } = opened(0);
    await expect(place(body)).rejects.toThrow(/Only 0 left/);
    expect(commands.log).toEqual([]);
  });

  it('gives back the pieces of another tool that came under the same key', async () => {
    const { stock, place } = opened();
    const { bookingId } = await place(body);
    await expect(place({ ...body, toolId: 't2' }, 'another payload')).rejects.toThrow(Conflict);
    expect([...stock.reserved.keys()]).toEqual([`t1 ${bookingId}`]);
  });

  it('leaves the pieces of an order whose key came again with another address', async () => {
    const { stock, place } = opened();
    await place(body);
    await expect(place({ ...body, location: 'Rajshahi' }, 'another payload')).rejects.toThrow(Conflict);
    expect(stock.reserved.size).toBe(1);
    expect(stock.released).toEqual([]);
  });

  it('that was given up meanwhile does not come late', async () => {
    const { place } = opened(10, (commands, bookingId) =>
      commands.execute(
        booking,
        bookingId,
        contextOf('timer'),
        { type: 'AbandonBooking', bookingId, toolId: 't1' },
        abandonBooking,
      ),
    );
    await expect(place(body)).rejects.toThrow(/order again/);
  });
});

function opened(
  pieces?: number,
  between: (commands: InMemoryCommands, bookingId: string) => Promise<unknown> = async () => undefined,
) {
  const commands = new InMemoryCommands();
  const afterReserving = async (bookingId: string) => void (await between(commands, bookingId));
  const stock = new StockDouble(pieces, { commands, afterReserving });
  const unpaid: Pick<UnpaidLimit, 'place'> = { place: (_bookingId, _buyer, place) => place() };
  const place = (
    order: WantedOrder & { toolName?: string; buyerName?: string },
    payload: unknown = 'the same',
    key = 'key',
  ) => placeOrder({ commands, stock, unpaid }, mina, order, keyedContextOf(key, { payload }));
  const placeWithoutKey = (order: WantedOrder, commandId: string) =>
    placeOrder({ commands, stock, unpaid }, mina, order, { ...contextOf(''), commandId });
  return { commands, stock, place, placeWithoutKey };
}
