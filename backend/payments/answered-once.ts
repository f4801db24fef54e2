import type Stripe from 'stripe';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;
type HttpAnswer = Awaited<ReturnType<HttpClient['makeRequest']>>;

/**
 * Sees to it that a 5xx is an answer. The `stripe` package repeats by itself, under the same idempotency key, what failed at
 * the network as well as what was answered with a 5xx. The first is right: nothing was answered. But Stripe keeps a 5xx as
 * the answer to its key: the package would only hear it again, and whoever asked would not learn that the key is spent.
 * The package defers to this header, with which Stripe itself says so "in most cases".
 *
 * A 5xx that is not Stripe's own (of a proxy, with a page of HTML) is put into the shape of an error, since the package
 * takes any other JSON for what was asked for, and what is no JSON for an answer without a status.
 *
 * JSON that is no object counts as no JSON. The package writes into what it gets, outside of the promise that it gave out:
 * without this, a text or a number in the place of an answer ends the process.
 */
export function answeredOnce(answer: HttpAnswer): HttpAnswer {
  const status = answer.getStatusCode();
  const toObject = () => answer.toJSON().then(objectIn);
  if (status < 500) return { ...kept(answer), getHeaders: () => answer.getHeaders(), toJSON: toObject };
  return {
    ...kept(answer),
    getHeaders: () => ({ ...answer.getHeaders(), 'stripe-should-retry': 'false' }),
    toJSON: () => toObject().then(errorOf, () => errorOf({})),
  };

  function errorOf(body: { error?: object }): object {
    return body.error ? body : { error: { type: 'api_error', message: `The provider answered with ${status}.` } };
  }
}

/** What is passed on as it came. */
function kept(answer: HttpAnswer): Omit<HttpAnswer, 'getHeaders' | 'toJSON'> {
  return {
    getStatusCode: () => answer.getStatusCode(),
    getRawResponse: () => answer.getRawResponse(),
    toStream: (completed) => answer.toStream(completed),
    dispose: () => answer.dispose?.(),
  };
}

/** @throws TypeError for JSON that is no object, which the package takes for what is no JSON. */
function objectIn(json: unknown): object {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new TypeError('It is no object.');
  return json;
}
