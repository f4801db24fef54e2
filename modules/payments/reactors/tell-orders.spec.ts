import { expect, it, onTestFinished, vi } from 'vitest';
import { stored } from '../../../backend/testing/stored.ts';
import type { Orders } from '../../booking/money/contract.ts';
import { fold } from '../../kernel/aggregate.ts';
import type { Commands } from '../../kernel/commands.ts';
import { DamagedStream } from '../../kernel/errors.ts';
import type { PaymentEvent } from '../events.ts';
import { payment } from '../payment.ts';
import {
  disputeChanged,
  intentCreated,
  paymentOpened,
  paymentSucceeded,
  refundAttempted,
  refundChanged,
  refundRefused,
} from '../testing/examples.ts';
import { tellOrders } from './tell-orders.ts';

it.each([
  [5n, 7n],
  [7n, 5n],
])('what a refund and a loss have come to is waited for, whichever is the later: %s and %s', async (refund, loss) => {
  const lost = disputeChanged({ state: 'lost' });
  const state = fold(payment, [paymentOpened(), intentCreated(), paymentSucceeded(), lost, refundChanged()]);
  const commands = { load: async () => state } as unknown as Commands;
  const recording = { recordRefund: async () => refund, recordLoss: async () => loss };
  const orders = { refundStands: async () => undefined, ...recording } as unknown as Orders;
  const told = tellOrders({ commands, orders });
  expect(await told.react(stored(refundChanged()))).toBe(7n);
});

it('orders are told what is lost from the first loss on, also that it is nothing any more, and not before', async () => {
  const taken = [paymentOpened(), intentCreated(), paymentSucceeded()];
  const [open, lost, won] = (['open', 'lost', 'won'] as const).map((state) => disputeChanged({ state }));
  const recorded = async (...disputes: (typeof open)[]) => {
    const state = fold(payment, [...taken, ...disputes.flatMap((dispute) => dispute ?? [])]);
    const commands = { load: async () => state } as unknown as Commands;
    const amounts: number[] = [];
    const recordLoss: Orders['recordLoss'] = async ({ share }) => BigInt(amounts.push(share.amount.amount));
    await tellOrders({ commands, orders: { recordLoss } as unknown as Orders }).react(stored(disputeChanged()));
    return amounts;
  };
  expect(await recorded(open)).toEqual([]);
  expect(await recorded(open, won)).toEqual([]);
  expect(await recorded(open, lost)).toEqual([1999]);
  expect(await recorded(open, lost, won)).toEqual([0]);
});

it('an order is told that a refund which was refused is on its way after all, and what became of it while it was told', async () => {
  const taken = [paymentOpened(), intentCreated(), paymentSucceeded(), refundAttempted(), refundRefused()];
  const begun = [...taken, refundChanged({ state: 'pending', before: 'failed' })];
  const told = async (...states: (readonly PaymentEvent[])[]) => {
    const found = states.map((events) => fold(payment, events));
    const commands = { load: async () => (found.length > 1 ? found.shift() : found[0]) } as unknown as Commands;
    const outcomes: unknown[] = [];
    const recordRefund: Orders['recordRefund'] = async ({ state, isAfterAll }) =>
      BigInt(outcomes.push(isAfterAll ? `${state} after all` : state));
    const orders = { refundStands: async () => undefined, recordRefund } as unknown as Orders;
    await tellOrders({ commands, orders }).react(stored(refundChanged({ state: 'pending', before: 'failed' })));
    return outcomes;
  };
  expect(await told(taken)).toEqual(['failed']);
  expect(await told(begun)).toEqual(['pending after all']);
  const failed = refundChanged({ state: 'failed', before: 'pending' });
  expect(await told(begun, [...begun, failed])).toEqual(['pending after all', 'failed']);
  expect(await told([...begun, failed])).toEqual(['failed']);
});

it('an order that cannot be told of money which does not fit ends no process', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  onTestFinished(() => void process.off('unhandledRejection', unheard));
  const commands = {
    load: async () => {
      await new Promise(setImmediate);
      return fold(payment, [paymentOpened()]);
    },
  } as unknown as Commands;
  const pay: Orders['pay'] = async () => {
    throw new DamagedStream('booking-b1', 'It is broken.');
  };
  const arrived = paymentSucceeded({ amount: { amount: 1, currency: 'usd' } });
  const told = tellOrders({ commands, orders: { pay } as unknown as Orders }).react(stored(arrived));
  await expect(told).rejects.toThrow(DamagedStream);
  expect(unheard).not.toHaveBeenCalled();
});

it('the other orders of a payment hear what they lose though the one that a refund is of cannot be read', async () => {
  const share = (bookingId: string) => ({ bookingId, uid: 'u1', amount: { amount: 1999, currency: 'usd' } });
  const [shares, amount] = [[share('b1'), share('b2')], { amount: 2 * 1999, currency: 'usd' }];
  const paid = [
    paymentOpened({ orders: shares, amount }),
    intentCreated(),
    paymentSucceeded({ orders: shares, amount }),
  ];
  const state = fold(payment, [...paid, disputeChanged({ state: 'lost', amount }), refundChanged()]);
  const commands = { load: async () => state } as unknown as Commands;
  const told: string[] = [];
  const orders: Partial<Orders> = {
    refundStands: () => Promise.reject(new DamagedStream('booking-b1', 'It is broken.')),
    async recordLoss({ share: { bookingId } }) {
      if (bookingId === 'b1') throw new DamagedStream('booking-b1', 'It is broken.');
      return BigInt(told.push(bookingId));
    },
  };
  const telling = tellOrders({ commands, orders: orders as Orders }).react(stored(refundChanged()));
  await expect(telling).rejects.toThrow('2 failed: DamagedStream: booking-b1');
  expect(told).toEqual(['b2']);
});
