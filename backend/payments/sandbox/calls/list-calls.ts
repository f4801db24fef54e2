import type { Kept } from '../keeping/store.ts';
import { boundsOf, checkList, type ListParams } from '../requests/list-params.ts';
import { resourceMissing } from '../requests/stripe-failure.ts';
import { wireCharge } from '../wire/charge.ts';
import { wireDispute } from '../wire/dispute.ts';
import { paymentIntent } from '../wire/payment-intent.ts';
import { wireRefund } from '../wire/refund.ts';
import type { Answer, CallBench } from './bench.ts';

type What = { readonly is: Parameters<typeof resourceMissing>[0]; readonly url: string };

const whats: { readonly [Kind in keyof Kept]: What } = {
  intents: { is: 'payment_intent', url: '/v1/payment_intents' },
  charges: { is: 'charge', url: '/v1/charges' },
  refunds: { is: 'refund', url: '/v1/refunds' },
  disputes: { is: 'dispute', url: '/v1/disputes' },
};

/** Newest first, a page at a time (https://docs.stripe.com/api/pagination). */
export const listIntents = (params: ListParams, bench: CallBench) => listed('intents', params, bench, paymentIntent);

export const listRefunds = (params: ListParams, bench: CallBench) => listed('refunds', params, bench, wireRefund);

export const listDisputes = (params: ListParams, bench: CallBench) => listed('disputes', params, bench, wireDispute);

export const listCharges = (params: ListParams, bench: CallBench) =>
  listed('charges', params, bench, (charge) => {
    const intent = bench.store.intent(charge.intentId);
    return intent && wireCharge(charge, intent);
  });

export function retrieveCharge(id: string, { store }: CallBench): Answer {
  const found = store.charge(id);
  const intent = found && store.intent(found.intentId);
  if (!intent) throw resourceMissing('charge', id, 'id');
  return { status: 200, body: wireCharge(found, intent) };
}

function listed<Kind extends keyof Kept>(
  kind: Kind,
  params: ListParams,
  bench: CallBench,
  wire: (row: Kept[Kind]) => object | undefined,
): Answer {
  checkList(params);
  const { is, url } = whats[kind];
  const { limit, starting_after: after, ending_before: before, created } = params;
  for (const [param, id] of Object.entries({ starting_after: after, ending_before: before })) {
    if (id !== undefined && !isThere(kind, id, bench)) throw resourceMissing(is, id, param);
  }
  const intentId = intentOf(params, bench);
  // One more than is shown, on the far side: is there any?
  const rows = bench.store.list(kind, { limit: limit + 1, intentId, after, before, ...boundsOf(created) });
  const has_more = rows.length > limit;
  const shown = before === undefined ? rows.slice(0, limit) : rows.slice(-limit);
  const ofCharge = params.charge === undefined ? shown : shown.filter((row) => isOfCharge(row, params.charge));
  return { status: 200, body: { object: 'list', data: ofCharge.flatMap((row) => wire(row) ?? []), has_more, url } };
}

/** Of one intent, named by itself or by a charge of it. */
function intentOf({ payment_intent: named, charge: chargeId }: ListParams, { store }: CallBench): string | undefined {
  if (named !== undefined && !store.intent(named)) throw resourceMissing('payment_intent', named, 'payment_intent');
  if (chargeId === undefined) return named;
  const charge = store.charge(chargeId);
  if (!charge) throw resourceMissing('charge', chargeId, 'charge');
  return charge.intentId;
}

/** A charge that failed has neither refunds nor disputes: they are of the one that brought the money. */
const isOfCharge = (row: object, chargeId: string | undefined) => 'chargeId' in row && row.chargeId === chargeId;

function isThere(kind: keyof Kept, id: string, { store }: CallBench): boolean {
  const reads = { intents: store.intent, charges: store.charge, refunds: store.refund, disputes: store.dispute };
  return reads[kind](id) !== undefined;
}
