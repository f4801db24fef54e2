import type { Answer } from './bench.ts';
import { StripeFailure } from './stripe-failure.ts';

/**
 * What goes wrong at the provider, or on the way to it:
 * - `fails before`: it answers with a 500, and has done nothing;
 * - `fails after`: it answers with a 500, though it has done what was asked;
 * - `loses the request`: no answer, nothing was done;
 * - `loses the answer`: no answer, though it has done what was asked.
 */
export type Fault = 'fails before' | 'fails after' | 'loses the request' | 'loses the answer';

/** Asked at each call, by its method and address ("POST /v1/refunds"), for what goes wrong with it. */
export type Faults = (call: string) => Fault | undefined;

/** What Stripe says when it fails itself (https://docs.stripe.com/error-low-level#server-errors). */
export const unknownError = () =>
  new StripeFailure({ status: 500, type: 'api_error', message: 'An unknown error occurred.' });

/** A call that goes wrong: what it answers is what is kept under its idempotency key. */
export function faulty(fault: Fault | undefined, call: () => Answer): () => Answer {
  const failed = (): Answer => ({ status: 500, body: unknownError().body });
  if (fault === 'fails before') return failed;
  if (fault !== 'fails after') return call;
  return () => {
    call();
    return failed();
  };
}
