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
 */
export function answeredOnce(answer: HttpAnswer): HttpAnswer {
  const status = answer.getStatusCode();
  if (status < 500) return answer;
  return {
    getStatusCode: () => status,
    getHeaders: () => ({ ...answer.getHeaders(), 'stripe-should-retry': 'false' }),
    getRawResponse: () => answer.getRawResponse(),
    toStream: (completed) => answer.toStream(completed),
    toJSON: () => answer.toJSON().then(errorOf, () => errorOf({})),
    dispose: () => answer.dispose?.(),
  };

  function errorOf(body: { error?: object }): object {
    return body.error ? body : { error: { type: 'api_error', message: `The provider answered with ${status}.` } };
  }
}
