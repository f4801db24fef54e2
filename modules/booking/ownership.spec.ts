import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { call } from '../../backend/testing/deciding/call.ts';
import { inSession } from '../../backend/testing/deciding/in-session.ts';
import { NotFound } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';
import { booking } from './booking.ts';
import { bookingModule } from './index.ts';
import { toolBooked } from './testing/examples.ts';
import { noPayments } from './testing/no-payments.ts';
import { StockDouble } from './testing/stock-double.ts';

const email = 'mina@example.com';
const before: Caller = { uid: 'u1', email, name: 'Mina', role: 'user', ...inSession };
const after: Caller = { uid: 'u2', email, name: 'Another Mina', role: 'user', ...inSession };
const admin: Caller = { uid: 'u9', email: 'admin@example.com', name: 'Admin', role: 'admin', ...inSession };
const amount = 1999;

/** A shop in which somebody ordered, closed their account, and the email went to somebody else, who ordered too. */
async function shop() {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow(orders.projections, events) });
  const orders = bookingModule({
    commands,
    readModels,
    stock: new StockDouble(10, { commands }),
    payments: noPayments,
    readStream: async () => [],
    people: {
      uidOf: async (asked) => (asked === email ? after.uid : undefined),
      matching: async () => [],
      calledLike: async () => new Set(),
      letGo: async () => undefined,
      isForgotten: async () => false,
      isSeenHere: () => false,
    },
    currency: 'usd',
    print: () => Promise.reject(new Error('Nobody prints a receipt here.')),
    now: () => new Date(),
    unpaidOrders: 1,
    orderTtl: 1,
    largeOrderTtl: 1,
    reservationGrace: 1,
    lookEvery: 1,
  });
  for (const [bookingId, { uid }] of [['b1', before] as const, ['b2', after] as const]) {
    await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'BookTool' }, () => [
      toolBooked({ bookingId, uid, personEmail: email }),
    ]);
  }
  const idsOf = (json: unknown) => JSON.parse(String(json)).map(({ _id }: { _id: string }) => _id);
  return { ...orders, commands, idsOf, payable: orders.orders };
}

describe('an email that a closed account set free', () => {
  it('shows its next owner their own orders only, in the list, its count and by id', async () => {
    const { routes, idsOf } = await shop();
    const query = { personEmail: email };
    const own = await call(routes, 'GET /booking', { caller: after, query });
    expect(idsOf(own.json)).toEqual(['b2']);
    expect(own.headers).toMatchObject({ 'Total-Count': '1' });
    expect(String(own.json)).not.toContain('uid');
    await expect(call(routes, 'GET /booking/{id}', { caller: after, params: { id: 'b1' } })).rejects.toThrow(NotFound);
    const { body } = await call(routes, 'GET /booking/{id}', { caller: after, params: { id: 'b2' } });
    expect(body).toMatchObject({ _id: 'b2' });
    expect(body).not.toHaveProperty('uid');
  });

  it('shows who had it before their own orders only, for as long as their token is good, whatever else is asked', async () => {
    const { routes, idsOf } = await shop();
    for (const filter of [{}, { status: 'unpaid' }, { toolId: 't1', since: '2026-01-01' }]) {
      const query = { personEmail: email, ...filter };
      expect(idsOf((await call(routes, 'GET /booking', { caller: before, query })).json)).toEqual(['b1']);
    }
  });

  it('means its next owner when an admin asks for its orders', async () => {
    const { routes, idsOf } = await shop();
    const asked = (personEmail: string) => call(routes, 'GET /booking', { caller: admin, query: { personEmail } });
    expect(idsOf((await asked(email)).json)).toEqual(['b2']);
    expect(idsOf((await asked('nobody@example.com')).json)).toEqual([]);
  });

  it('takes back its next owner’s orders only', async () => {
    const { routes, commands } = await shop();
    const deletion = { caller: after, query: { personEmail: email }, command: contextOf('all') };
    expect((await call(routes, 'DELETE /booking', deletion)).body).toMatchObject({ deletedCount: 1 });
    expect(commands.ofType('BookingDeleted').map(({ stream }) => stream)).toEqual(['booking-b2']);
  });

  it('pays the oldest order of its next owner', async () => {
    const { payable } = await shop();
    const price = { amount, currency: 'usd' };
    expect(await payable.oldestUnpaid(after.uid, price)).toMatchObject({ bookingId: 'b2' });
  });

  it('leaves its next owner as many unpaid orders as anybody', async () => {
    const { routes, commands } = await shop();
    await call(routes, 'DELETE /booking', { caller: after, query: { personEmail: email }, command: contextOf('all') });
    const order = { toolId: 't1', personEmail: email, location: 'Dhaka', phone: '+880 1', price: amount / 100 };
    await call(routes, 'POST /booking', { caller: after, body: order, command: contextOf('order') });
    expect(commands.ofType('ToolBooked')).toHaveLength(3);
  });
});
