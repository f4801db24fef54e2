import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../../../modules/kernel/encoding/canonical-json.ts';
import type { Answer } from '../calls/bench.ts';
import type { SandboxStore } from '../keeping/store.ts';
import type { Caller } from './keys.ts';
import { invalidRequest, StripeFailure } from './stripe-failure.ts';

export type Request = {
  caller: Caller;
  /** From the header Idempotency-Key; without one, nothing is recorded. */
  key?: string;
  /** "POST /v1/refunds" */
  endpoint: string;
  params: unknown;
  requestId: string;
  now: Date;
};

export type Given = Answer & { replayOf?: string };

const day = 24 * 60 * 60 * 1000;

/**
 * Gives the first answer again to the same request, as https://docs.stripe.com/api/idempotent_requests says: errors are
 * recorded too, but only those of a request that was well formed (`prepare` did not throw); after a day the key is
 * free again. Throws StripeFailure idempotency_error when the key came with another request.
 */
export function once(store: SandboxStore, secret: string, request: Request, prepare: () => () => Answer): Given {
  const { caller, endpoint, requestId, now } = request;
  if (!request.key) return answered(prepare());
  if (request.key.length > 255) throw invalidRequest('Idempotency keys can be at most 255 characters long.');
  // Browsers' keys are kept apart: nobody who has only the publishable key can take one the server is about to use.
  const key = `${caller}:${request.key}`;
  store.forgetAnswersBefore(now.getTime() - day);
  // Keyed, because parameters may hold a card number and a bare hash of those is soon guessed.
  const fingerprint = createHmac('sha256', secret).update(canonicalJson(request.params)).digest('hex');
  const before = store.answer(key);
  if (before && before.endpoint !== endpoint) {
    throw misused(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs ` +
        `'${before.endpoint}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (before && before.fingerprint !== fingerprint) {
    throw misused(
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (before) return { status: before.status, body: before.body, replayOf: before.requestId };
  const answer = answered(prepare());
  if (caller === 'browser' && changedNothing(answer)) return answer;
  store.saveAnswer({ key, endpoint, fingerprint, requestId, ...answer, at: now.getTime() });
  return answer;
}

/**
 * A refusal, but for a decline. Browsers' are not kept, beside what Stripe says: the publishable key is everybody's, and whoever asks for payments
 * that there are not, each time with another key, would fill the disk.
 */
function changedNothing({ status }: Answer): boolean {
  return status >= 400 && status !== 402;
}

/** Calls throw before they write, so an error that is answered has changed nothing. */
function answered(call: () => Answer): Answer {
  try {
    return call();
  } catch (error) {
    if (error instanceof StripeFailure) return { status: error.status, body: error.body };
    throw error;
  }
}

function misused(message: string) {
  return new StripeFailure({ status: 400, type: 'idempotency_error', message });
}
