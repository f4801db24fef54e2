import type { Answer } from './calls/bench.ts';
import type { Given } from './requests/idempotency.ts';
import { StripeFailure } from './requests/stripe-failure.ts';

/**
 * What goes wrong at the provider, or on the way to it:
 * - `fails before`: it answers with a 500, and has done nothing;
 * - `fails after`: it answers with a 500, though it has done what was asked;
 * - `waits for others`: it answers with a 424, since somebody else failed whom it needs, and has done nothing;
 * - `takes nothing for this shop`: it answers with a 400 that is the shop owner's to mend, and has done nothing;
 * - `is too busy`: it answers with a 429, and has done nothing;
 * - `is at it`: it answers with a 409, since it still carries out another call under the same key;
 * - `loses the request`: no answer, nothing was done;
 * - `loses the answer`: no answer, though it has done what was asked;
 * - `hangs`: no answer, and the connection stays open, though it has done what was asked;
 * - `is behind a proxy`: another one answers with a 502 of HTML, and nothing was done;
 * - `is cut off`: half of its JSON comes, and it has done what was asked;
 * - `says something else`: it has done what was asked, and the answer is JSON of nothing in particular.
 */
export type Fault =
  | 'fails before'
  | 'fails after'
  | 'waits for others'
  | 'takes nothing for this shop'
  | 'is too busy'
  | 'is at it'
  | 'loses the request'
  | 'loses the answer'
  | 'hangs'
  | 'is behind a proxy'
  | 'is cut off'
  | 'says something else';

/** Every way in which any call can go wrong. */
export const everyFault: readonly Fault[] = [
  'fails before',
  'fails after',
  'waits for others',
  'is too busy',
  'is at it',
  'loses the request',
  'loses the answer',
  'hangs',
  'is behind a proxy',
  'is cut off',
  'says something else',
];

/** Asked at each call, by its method and address ("POST /v1/refunds"), for what goes wrong with it. */
export type Faults = (call: string) => Fault | undefined;

/** What Stripe says when it fails itself (https://docs.stripe.com/error-low-level#server-errors). */
export const unknownError = () =>
  new StripeFailure({ status: 500, type: 'api_error', message: 'An unknown error occurred.' });

/** A call that goes wrong: what it answers is what is kept under its idempotency key. */
export function faulty(fault: Fault | undefined, call: () => Answer): () => Answer {
  const failed = (): Answer => ({ status: 500, body: unknownError().body });
  switch (fault) {
    case 'fails before':
      return failed;
    case 'fails after':
      return () => {
        call();
        return failed();
      };
    case 'waits for others':
      return () => othersFailed;
    case 'takes nothing for this shop':
      return () => nothingTaken;
    default:
      return call;
  }
}

/** An answer as it is sent. A body that is text is no JSON. */
export type Sent = Omit<Given, 'body'> & { body: object | string; isKeptBack?: true };

/** What is answered in the place of what was to be done; undefined for what goes on to be carried out. */
export function refusedBy(fault: Fault | undefined): Sent | undefined {
  if (fault === 'is too busy') return tooBusy;
  if (fault === 'is at it') return atIt;
  return fault === 'is behind a proxy' ? badGateway : undefined;
}

/** What comes of an answer on its way; undefined where nothing does. */
export function distorted(fault: Fault | undefined, given: Given): Sent | undefined {
  switch (fault) {
    case 'loses the answer':
      return undefined;
    case 'hangs':
      return { ...given, isKeptBack: true };
    case 'is cut off':
      return { ...given, body: JSON.stringify(given.body).slice(0, 40) };
    case 'says something else':
      return { ...given, body: { object: 'something', data: null } };
    default:
      return given;
  }
}

/** https://docs.stripe.com/api/errors */
const othersFailed: Answer = {
  status: 424,
  body: { error: { type: 'api_error', message: 'The request failed because of something outside of Stripe.' } },
};

/** What Stripe says where nothing is switched on that takes this currency, or the account may take no money yet. */
const nothingTaken: Answer = {
  status: 400,
  body: { error: { type: 'invalid_request_error', message: 'No valid payment method types for this Payment Intent.' } },
};

/** https://docs.stripe.com/rate-limits */
const tooBusy: Answer = {
  status: 429,
  body: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' } },
};

/** https://docs.stripe.com/error-low-level#idempotency */
const atIt: Answer = {
  status: 409,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message:
        'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
        'twice, and the other request is still going through). Please try again later.',
    },
  },
};

const badGateway: Sent = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };
