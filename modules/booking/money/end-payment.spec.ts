import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import { booking } from '../booking.ts';
import { StillInPayment } from '../commands/leave-payment.ts';
import { bookingPaymentOpened, toolBooked } from '../testing/examples.ts';
import { endWithPayment } from './end-payment.ts';

it('gives up on an order that comes into another payment each time, instead of asking the provider for ever', async () => {
  const commands = new InMemoryCommands();
  const events = [toolBooked(), bookingPaymentOpened()];
  await commands.execute(booking, 'b1', contextOf('given'), { type: 'Given' }, () => events);
  let asked = 0;
  const payments: Withdrawals = {
    async withdraw() {
      asked += 1;
      if (asked > 20) throw new Error('It is asked for ever.');
      return 'canceled';
    },
  };
  const ending = endWithPayment({ commands, payments }, 'b1', { context: contextOf('end'), again: true }, async () => {
    throw new StillInPayment();
  });
  await expect(ending).rejects.toThrow(StillInPayment);
  expect(asked).toBe(5);
});
