import type { z } from 'zod';
import type { SandboxStore } from '../keeping/store.ts';
import { announceOutcome, announceRefund } from '../messages/announce.ts';
import type { Intent } from '../objects/intent.ts';
import { type RefundOutcome, refund, settleRefund } from '../objects/refund.ts';
import type { refundParams } from '../requests/params.ts';
import { invalidRequest, resourceMissing } from '../requests/stripe-failure.ts';
import { wireRefund } from '../wire/refund.ts';
import { type Answer, type Bench, seconds } from './bench.ts';

export function createRefund(params: z.output<typeof refundParams>, bench: Bench): Answer {
  const { store, announce, now, laterAfter } = bench;
  const { amount, reason, metadata } = params;
  const paid = named(params, store);
  const id = bench.ids('re_');
  const done = refund(paid, { id, amount, reason, metadata, created: seconds(now) });
  store.saveIntent(done.intent);
  store.saveRefund(done.refund);
  announceRefund(announce, done);
  const outcome = done.intent.card.refund === 'fails' ? 'failed' : 'succeeded';
  if (outcome !== done.refund.status) {
    store.saveLater({ about: 'refund', id, outcome, dueAt: now.getTime() + laterAfter });
  }
  return { status: 200, body: wireRefund(done.refund) };
}

/** What is to go back, named by its intent or by its charge. */
function named(
  { payment_intent: intentId, charge: chargeId }: z.output<typeof refundParams>,
  store: SandboxStore,
): Intent {
  if ((intentId === undefined) === (chargeId === undefined)) {
    throw invalidRequest(
      intentId === undefined
        ? 'One of the following params should be provided for this request: payment_intent or charge.'
        : 'You may only specify one of these parameters: charge, payment_intent.',
    );
  }
  const charge = chargeId === undefined ? undefined : store.charge(chargeId);
  if (chargeId !== undefined && !charge) throw resourceMissing('charge', chargeId, 'charge');
  if (charge?.status === 'failed') throw invalidRequest(`Charge ${charge.id} failed: there is nothing to refund.`);
  const id = charge?.intentId ?? intentId ?? '';
  const intent = store.intent(id);
  if (!intent) throw resourceMissing('payment_intent', id, 'payment_intent');
  return intent;
}

export function retrieveRefund(id: string, { store }: Bench): Answer {
  const found = store.refund(id);
  if (!found) throw resourceMissing('refund', id, 'id');
  return { status: 200, body: wireRefund(found) };
}

/** What became of a refund that was made; nothing when it has come to its end before. */
export function settleRefundOf(
  id: string,
  { outcome, failureReason }: { outcome: RefundOutcome; failureReason?: string },
  { store, announce }: Bench,
): void {
  const before = store.refund(id);
  const intent = before && store.intent(before.intentId);
  if (intent?.status !== 'succeeded' || !before) return;
  const after = settleRefund({ intent, refund: before }, outcome, failureReason);
  if (!after) return;
  store.dropLater(id);
  store.saveIntent(after.intent);
  store.saveRefund(after.refund);
  announceOutcome(announce, after);
}
