import type { z } from 'zod';
import {
  appealDispute,
  closeDispute,
  type Dispute,
  type Disputed,
  type DisputeRequest,
  openDispute,
  respond,
  takesMoney,
} from '../objects/dispute.ts';
import type { SucceededIntent } from '../objects/intent.ts';
import type { respondParams } from '../requests/params.ts';
import { invalidRequest, resourceMissing } from '../requests/stripe-failure.ts';
import { wireDispute } from '../wire/dispute.ts';
import { type Answer, type Bench, seconds } from './bench.ts';

export function retrieveDispute(id: string, { store }: Bench): Answer {
  const found = store.dispute(id);
  if (!found) throw resourceMissing('dispute', id, 'dispute');
  return { status: 200, body: wireDispute(found) };
}

/** Evidence; which texts decide, https://docs.stripe.com/testing#evidence says. */
export function respondToDispute(id: string, params: z.output<typeof respondParams>, bench: Bench): Answer {
  const { evidence, submit, metadata } = params;
  return changed(id, bench, ({ intent, dispute }) => {
    const before = {
      intent,
      dispute: metadata ? { ...dispute, metadata: { ...dispute.metadata, ...metadata } } : dispute,
    };
    // What is about neither evidence nor its submission is no response.
    if (!evidence && submit !== 'true') return before;
    return respond(before, { text: evidence?.uncategorized_text, submit: submit !== 'false' });
  });
}

/** Gives a dispute up as lost. */
export function acceptDispute(id: string, bench: Bench): Answer {
  return decideDispute(id, 'lost', bench);
}

/** The bank's last word. */
export function decideDispute(id: string, outcome: 'won' | 'lost', bench: Bench): Answer {
  return changed(id, bench, (before) => closeDispute(before, outcome));
}

/** The bank takes up again what was lost. */
export function appeal(id: string, bench: Bench): Answer {
  return changed(id, bench, appealDispute);
}

/** A customer goes to their bank. Throws StripeFailure for what is not paid, or disputed already. */
export function disputePayment(
  intentId: string,
  request: Omit<DisputeRequest, 'id' | 'created'>,
  bench: Bench,
): Answer {
  const intent = bench.store.intent(intentId);
  if (!intent) throw resourceMissing('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded') throw invalidRequest(`PaymentIntent ${intentId} was not paid.`);
  return disputed(intent, request, bench);
}

/** Some test cards are disputed as soon as they have paid. */
export function disputeAsCardDoes(intent: SucceededIntent, bench: Bench): void {
  if (intent.card.dispute) disputed(intent, intent.card.dispute, bench);
}

function disputed(intent: SucceededIntent, request: Omit<DisputeRequest, 'id' | 'created'>, bench: Bench): Answer {
  const others = disputesOf(intent.id, bench);
  const after = openDispute(intent, others, { ...request, id: bench.ids('dp_'), created: seconds(bench.now) });
  return kept(after, ['created'], bench);
}

function changed(id: string, bench: Bench, change: (before: Disputed) => Disputed): Answer {
  const { store } = bench;
  const before = store.dispute(id);
  const intent = before && store.intent(before.intentId);
  if (intent?.status !== 'succeeded' || !before) throw resourceMissing('dispute', id, 'dispute');
  const after = change({ intent, dispute: before });
  const isClosed = after.dispute.status !== before.status && closed.has(after.dispute.status);
  return kept(after, isClosed ? ['updated', 'closed'] : ['updated'], bench);
}

const closed: ReadonlySet<Dispute['status']> = new Set(['warning_closed', 'won', 'lost']);

/** Writes a dispute, and tells of it and of the money that went or came with it. */
function kept({ intent, dispute }: Disputed, events: readonly string[], bench: Bench): Answer {
  const { store, announce } = bench;
  const before = store.dispute(dispute.id);
  const wasTaken = before !== undefined && takesMoney(before);
  const isTaken = takesMoney(dispute);
  const others = disputesOf(intent.id, bench).filter(({ id }) => id !== dispute.id);
  store.saveIntent({ ...intent, chargedBack: isTaken || others.some(takesMoney) });
  store.saveDispute(dispute);
  const body = wireDispute(dispute);
  for (const event of events) announce(`charge.dispute.${event}`, body);
  if (isTaken && !wasTaken) announce('charge.dispute.funds_withdrawn', body);
  if (!isTaken && wasTaken) announce('charge.dispute.funds_reinstated', body);
  return { status: 200, body };
}

/** A customer may dispute one payment more than once (https://docs.stripe.com/disputes/api). */
function disputesOf(intentId: string, { store }: Bench): readonly Dispute[] {
  return store.list('disputes', { intentId, limit: 100 });
}
