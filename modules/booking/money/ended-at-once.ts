import type { FewAtOnce } from '../../kernel/concurrency/few-at-once.ts';
import type { Withdrawals } from '../../payments/contract.ts';

/**
 * How many deletions of a process wait at once for the provider to cancel what was begun to be paid, and how many of one person: a
 * provider that hangs holds each of them for half a minute. With the payments that are begun meanwhile (payments/begin-payment.ts) they
 * leave a quarter of the calls that are carried out at once (backend/start/serving/calls-in-flight.ts) to whoever reads and orders.
 */
export const endedAtOnce = {
  inAll: 128,
  each: 10,
  refusal: 'Too many orders are being deleted. Please try again in a moment.',
};

/** Takes a place for whoever asks, and only where payments are asked: an order that nobody has begun to pay waits for no provider. */
export function inPlace(payments: Withdrawals, places: FewAtOnce): Withdrawals {
  return {
    withdraw: (which, context) => places.run(context.actor.uid, () => payments.withdraw(which, context)),
  };
}
