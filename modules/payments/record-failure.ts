import type { Commands } from '../kernel/commands.ts';
import { derivedId, digest } from '../kernel/derived.ts';
import { system } from '../kernel/event.ts';
import type { PaymentFailed } from './events.ts';
import type { PaymentMessage } from './gateway.ts';
import { payment } from './payment.ts';

/** Stores the provider's word that a card was refused, once a message. Resolves to its position. */
export async function recordFailure(
  commands: Commands,
  { eventId, paymentId: bookingId, intentId, code, declineCode }: Extract<PaymentMessage, { kind: 'failed' }>,
): Promise<bigint> {
  const commandId = derivedId('payment-failed', eventId);
  const context = { commandId, fingerprint: digest(commandId), actor: system, correlationId: commandId };
  const failed: PaymentFailed = { type: 'PaymentFailed', data: { bookingId, intentId, code, declineCode } };
  return (await commands.execute(payment, bookingId, context, { type: 'RecordPaymentFailure' }, () => [failed]))
    .position;
}
