import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { Conflict } from '../kernel/errors.ts';
import type { PaymentEvent } from './events.ts';
import type { IntentReport, PaymentGateway } from './gateway.ts';
import { secretOf } from './intent-secret.ts';
import { payment } from './payment.ts';
import { intentCreated, paymentClosed, paymentOpened } from './testing/examples.ts';
import { cancelAtProvider } from './withdraw.ts';

const now = () => new Date('2026-01-02T03:04:05.000Z');

/** A payment at a provider that cancels nothing, and at which its intent can still be paid. */
async function opened(...events: readonly PaymentEvent[]) {
  const commands = new InMemoryCommands();
  await commands.execute(payment, 'p1', contextOf('given'), { type: 'Given' }, () => [...events]);
  const report: IntentReport = {
    ...{ intentId: 'pi_1', clientSecret: 'pi_1_secret_1', status: 'requires_payment_method' },
    ...{ amount: 1999, amountReceived: 0, currency: 'usd', paymentId: 'p1' },
  };
  const gateway: Pick<PaymentGateway, 'intent' | 'cancelIntent'> = {
    intent: async () => report,
    async cancelIntent() {
      throw new Conflict('It cannot be cancelled at this moment.');
    },
  };
  return { commands, gateway: gateway as PaymentGateway };
}

it('nobody is given the secret of a payment that was closed, though its intent could still be paid', async () => {
  const open = await opened(paymentOpened(), intentCreated());
  const closed = await opened(paymentOpened(), intentCreated(), paymentClosed());
  for (const isRepeat of [false, true]) {
    const how = { context: contextOf('begin'), isRepeat };
    expect(await secretOf({ ...open, now }, 'p1', how)).toMatchObject({ clientSecret: 'pi_1_secret_1' });
    expect(await secretOf({ ...closed, now }, 'p1', how)).toBeUndefined();
  }
});

it('an intent that the provider did not cancel may bring money yet, so that no order ends for it', async () => {
  const { commands, gateway } = await opened(paymentOpened(), intentCreated(), paymentClosed());
  expect(await cancelAtProvider({ commands, gateway }, 'p1', 'pi_1')).toBe('processing');
  expect(commands.ofType('PaymentCanceled')).toEqual([]);
});
