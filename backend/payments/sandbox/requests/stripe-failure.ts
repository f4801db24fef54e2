export type FailureDetails = {
  /** HTTP status, as in https://docs.stripe.com/api/errors */
  status: 400 | 401 | 402 | 404 | 413 | 429 | 500;
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  declineCode?: string;
  message: string;
  param?: string;
  /** Objects the error carries along, in Stripe's wire form. */
  attached?: { charge?: string; payment_intent?: object; payment_method?: object };
};

/** An answer of the sandbox that is an error, with the status and body Stripe would send. */
export class StripeFailure extends Error {
  readonly status: FailureDetails['status'];
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.message);
    this.name = 'StripeFailure';
    this.status = details.status;
    this.details = details;
  }

  /** The JSON body. Absent fields are left out, as Stripe does. */
  get body() {
    const { type, code, declineCode, message, param, attached } = this.details;
    return {
      error: { type, code, decline_code: declineCode, doc_url: code && docUrl(code), message, param, ...attached },
    };
  }
}

export const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** A request that is wrong in itself: 400. */
export function invalidRequest(message: string, { code, param }: { code?: string; param?: string } = {}) {
  return new StripeFailure({ status: 400, type: 'invalid_request_error', code, message, param });
}

/** There is no such object: 404. */
export function resourceMissing(
  what: 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'customer' | 'PaymentMethod',
  id: string,
  param: string,
) {
  const message = `No such ${what}: '${id}'`;
  return new StripeFailure({ status: 404, type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** The state of the intent does not allow the call: 400. */
export function unexpectedState(message: string) {
  return new StripeFailure({
    status: 400,
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
  });
}
