import type { z } from 'zod';
import { announceOutcome, announceRefund } from './announce.ts';
import { type Answer, type Bench, seconds } from './bench.ts';
import type { refundParams } from './params.ts';
import { type RefundOutcome, refund, settleRefund } from './refund.ts';
import { resourceMissing } from './stripe-failure.ts';
import { wireRefund } from './wire/refund.ts';

export function createRefund(params: z.output<typeof refundParams>, bench: Bench): Answer {
  const { store, announce, now, laterAfter } = bench;
  const { payment_intent: intentId, amount, reason, metadata } = params;
  const paid = store.intent(intentId);
  if (!paid) throw resourceMissing('payment_intent', intentId, 'payment_intent');
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
