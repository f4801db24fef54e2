import Stripe from 'stripe';
import { AnsweredWithFault } from '../../modules/payments/gateway.ts';
import { AmountNotCharged, GatewayRefused, GatewayUnavailable } from './payment-errors.ts';

/**
 * Calls the provider, and tells what may pass by itself from what will not.
 * @throws GatewayRefused for what it refuses; AnsweredWithFault for its own fault, or that of others whom it needs, and for a key
 * that was used in other words: by a release before an update, whose answer was lost; GatewayUnavailable for all else.
 */
export async function asking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { message, code, decline_code: declineCode, requestId, statusCode = 0 } = error;
    // 409: another call under the same key is still going on. It was not carried out, and may be asked for again.
    const isKeySpent = error instanceof Stripe.errors.StripeIdempotencyError && statusCode !== 409;
    if (statusCode >= 500 || statusCode === othersFailed || isKeySpent)
      throw new AnsweredWithFault(message, { cause: error });
    const isRefused = statusCode !== 409 && refusals.some((kind) => error instanceof kind);
    const Refused = notCharged.has(code) ? AmountNotCharged : GatewayRefused;
    if (isRefused) throw new Refused(message, { code, declineCode, requestId });
    throw new GatewayUnavailable(message, { cause: error });
  }
}

/**
 * Calls the provider for what nobody has a say in but the shop, and the price in its amount: that the shop's account may take no
 * money yet, or has nothing switched on that takes its currency, is the owner's to mend, so that the log tells them, and no word
 * for who wants to pay. The provider keeps such an answer for its key, too, and would give it again once it is mended.
 * @throws AmountNotCharged; AnsweredWithFault for whatever else it refuses, too; GatewayUnavailable for all else.
 */
export async function askingForShop<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asking(call);
  } catch (reason) {
    if (!(reason instanceof GatewayRefused) || reason instanceof AmountNotCharged) throw reason;
    throw new AnsweredWithFault(reason.message);
  }
}

/**
 * Asks the provider how something stands. That it knows of no such thing is an answer; whatever else it refuses says nothing of it: it
 * does not expand a field for this account, say, or an address was changed on the way. Nor does it say anything of other things.
 * @throws GatewayRefused for what it does not know; AnsweredWithFault for whatever else it refuses, too; else as `asking`.
 */
export async function reading<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asking(call);
  } catch (reason) {
    if (!(reason instanceof GatewayRefused) || reason.code === 'resource_missing') throw reason;
    throw new AnsweredWithFault(reason.message);
  }
}

/** Of which Stripe says "a failure in a dependency external to Stripe" (https://docs.stripe.com/api/errors). */
const othersFailed = 424;

// A wrong key or missing permission is left out on purpose: it is ours to mend, and no fault of who asked.
const refusals = [Stripe.errors.StripeCardError, Stripe.errors.StripeInvalidRequestError];

/** Stripe's words for what no card pays (https://docs.stripe.com/error-codes). */
const notCharged: ReadonlySet<string | undefined> = new Set(['amount_too_small', 'amount_too_large']);
