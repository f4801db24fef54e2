import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { keyedContextOf } from '../../backend/testing/context.ts';
import type { Orders, PayableOrder } from '../booking/money/contract.ts';
import { withOrderChosen } from './choose-order.ts';

const price = { amount: 1999, currency: 'usd' };

it('an order that is paid by now, and listed as unpaid still, is chosen for no call that comes again', async () => {
  const commands = new InMemoryCommands();
  const order = (bookingId: string, status: PayableOrder['status']): PayableOrder => {
    return { bookingId, uid: 'u1', price, status, paymentId: undefined, formerPayments: 0 };
  };
  let oldest = order('b1', 'paid');
  const orders: Pick<Orders, 'oldestUnpaid' | 'openedBefore'> = {
    oldestUnpaid: async () => oldest,
    openedBefore: async () => undefined,
  };
  const choose = () => withOrderChosen({ commands, orders: orders as Orders }, { price }, keyedContextOf('pay'));
  expect(await choose()).toEqual({ price, bookingId: 'b1' }); // Who pays it is told that it is paid.
  oldest = order('b2', 'unpaid');
  expect(await choose()).toEqual({ price, bookingId: 'b2' });
  oldest = order('b3', 'unpaid');
  expect(await choose()).toEqual({ price, bookingId: 'b2' });
});
