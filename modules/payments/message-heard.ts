import type { Command, Decide } from '../kernel/aggregate.ts';
import { type CommandContext, type Commands, scheduledOnce } from '../kernel/commands.ts';
import type { PaymentEvent, PaymentMessageHeard } from './events.ts';
import type { PaymentMessage } from './gateway.ts';
import { type Payment, payment } from './payment.ts';

/** A message that the shop acts on. */
export type ActedOn = Exclude<PaymentMessage, { kind: 'ignored' }>;

/** The context of what a message gives reason to: once for each message, which is named as the cause. */
export function becauseOfMessage({ eventId }: ActedOn): CommandContext {
  return { ...scheduledOnce('message', eventId), causationId: eventId };
}

/**
 * A decision that leaves something behind whenever there is such a payment: where it changes nothing, that the message was
 * heard. So no message is answered whose id the log does not know.
 */
export function orHeard<C extends Command>(
  { eventId, at, kind, intentId }: ActedOn,
  decide: Decide<Payment, PaymentEvent, C>,
): Decide<Payment, PaymentEvent, C> {
  return (command, state) => {
    const events = decide(command, state);
    if (events.length > 0 || state.status === 'none') return events;
    const { paymentId } = state;
    const heard: PaymentMessageHeard = {
      type: 'PaymentMessageHeard',
      data: { paymentId, intentId, eventId, kind, at },
    };
    return [heard];
  };
}

/** Records that a message was heard, once what it gives reason to is done. Resolves to its position. */
export async function hear(commands: Commands, paymentId: string, message: ActedOn): Promise<bigint> {
  const command = { type: 'HearMessage', paymentId } as const;
  const decide = orHeard<typeof command>(message, () => []);
  return (await commands.execute(payment, paymentId, becauseOfMessage(message), command, decide)).position;
}
