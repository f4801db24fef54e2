import type { Commands } from '../kernel/commands.ts';
import { derivedId, digest } from '../kernel/derived.ts';
import { system } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { recordPaymentSuccess } from './commands/record-payment-success.ts';
import { payment } from './payment.ts';

/** Stores the provider's word that money arrived. What follows, the reactors do. Resolves to its position. */
export async function settle(
  commands: Commands,
  { bookingId, intentId, amount }: { bookingId: string; intentId: string; amount: Money },
): Promise<bigint> {
  const commandId = derivedId('payment-succeeded', intentId);
  const context = { commandId, fingerprint: digest(commandId), actor: system, correlationId: commandId };
  const { position } = await commands.execute(
    payment,
    bookingId,
    context,
    { type: 'RecordPaymentSuccess', bookingId, intentId, amount },
    recordPaymentSuccess,
  );
  return position;
}
