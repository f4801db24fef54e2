import type { StripeError } from '@stripe/stripe-js';

/** Whose words are written for who pays; those of the other types speak to programmers. https://docs.stripe.com/api/errors */
const forPeople: readonly string[] = ['card_error', 'validation_error', 'api_connection_error'];

/** What to tell who wanted to pay. */
export function messageOf({ type, code, message }: Partial<Pick<StripeError, 'type' | 'code' | 'message'>>): string {
  if (code === 'payment_intent_authentication_failure') {
    return 'Your bank could not confirm that this payment is yours. Try again, or pay with another card.';
  }
  if (message && forPeople.includes(type ?? '')) return message;
  return 'The payment did not go through. Reload the page to see whether the order can still be paid.';
}
