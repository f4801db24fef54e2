import type { StripeError } from '@stripe/stripe-js';

type Refusal = Partial<Pick<StripeError, 'type' | 'code' | 'message'>>;

/** A payment that takes no money for now, and can be tried again. */
export const nothingTaken = 'Nothing was taken. Try again, or pay with another card.';

/** The bank's customer did not own up to the payment. Stripe words it for programmers. */
const isDenied = ({ code }: Refusal) => code === 'payment_intent_authentication_failure';

/** Too many tries came, and this one was not looked at. https://docs.stripe.com/rate-limits */
const isTooMany = ({ code }: Refusal) => code === 'rate_limit';

/**
 * Whether an error says that no money was taken: the card or what was typed is refused. Of the other types (a lost
 * answer, a provider in trouble, an intent that is further than thought) the money may have been taken all the same.
 * https://docs.stripe.com/api/errors
 */
export function isRefusedPayment(error: Refusal): boolean {
  return isDenied(error) || isTooMany(error) || error.type === 'card_error' || error.type === 'validation_error';
}

/** What to tell who wanted to pay, of an error that says that no money was taken. */
export function messageOf(error: Refusal): string {
  if (isDenied(error)) {
    return 'Your bank could not confirm that this payment is yours. Try again, or pay with another card.';
  }
  return error.message || nothingTaken;
}
