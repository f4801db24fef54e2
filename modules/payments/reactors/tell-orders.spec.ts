import { expect, it } from 'vitest';
import { stored } from '../../../backend/testing/stored.ts';
import type { Orders } from '../../booking/money/contract.ts';
import { fold } from '../../kernel/aggregate.ts';
import type { Commands } from '../../kernel/commands.ts';
import { payment } from '../payment.ts';
import { disputeChanged, intentCreated, paymentOpened, paymentSucceeded, refundChanged } from '../testing/examples.ts';
import { tellOrders } from './tell-orders.ts';

it.each([
  [5n, 7n],
  [7n, 5n],
])('what a refund and a loss have come to is waited for, whichever is the later: %s and %s', async (refund, loss) => {
  const lost = disputeChanged({ state: 'lost' });
  const state = fold(payment, [paymentOpened(), intentCreated(), paymentSucceeded(), lost, refundChanged()]);
  const commands = { load: async () => state } as unknown as Commands;
  const orders = { recordRefund: async () => refund, recordLoss: async () => loss } as unknown as Orders;
  const told = tellOrders({ commands, orders });
  expect(await told.react(stored(refundChanged()))).toBe(7n);
});
