import { expect } from 'vitest';
import type { Till } from '../../../backend/testing/deciding/till.ts';
import type { BookingRefunded } from '../../booking/money/contract.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { PaymentSucceeded, RefundChanged } from '../events.ts';
import { isBalanced } from '../read-models/books.ts';
import type { Cast } from './story.ts';

const most = { limit: 1_000 };
const over = ['BookingDeleted', 'BookingExpired'];

/**
 * Looks, after each step, for what must never be, also while messages and reactions are still to come: more given back or
 * taken by disputes than was received, and more given back of one order than it cost, but by whoever also gave it in another way; one refund made twice; an order that is paid and ends, or ends and is paid; books that
 * know of money that the provider has not.
 */
export function watchOver(till: Till): () => Promise<void> {
  let looked = 0;
  const ended = new Set<string>();
  const paid = new Set<string>();
  const orders = new Set<string>();

  function lookAtOrders() {
    for (; looked < till.log.length; looked++) {
      const event = till.log[looked];
      const { bookingId } = (event?.data ?? {}) as { bookingId: string };
      if (event?.type === 'ToolBooked') orders.add(bookingId);
      if (event?.type === 'BookingPaid') paid.add(bookingId);
      if (event && over.includes(event.type)) ended.add(bookingId);
    }
    expect(
      [...paid].filter((id) => ended.has(id)),
      'orders that are paid and ended',
    ).toEqual([]);
  }

  async function lookAtReturns() {
    for (const id of orders) {
      const state = await till.stateOf(id);
      const cost = 'payment' in state ? state.payment.amount.amount : 0;
      // Who has given it back in another way may do so at the provider, too: nobody keeps them from that.
      const back = (await till.backOf(id)) - elsewhereOf(till, id);
      expect(back, `given back of ${id}`).toBeLessThanOrEqual(cost);
    }
  }

  return async () => {
    lookAtOrders();
    await lookAtReturns();
    const live = new Map<string, number>();
    const back = new Map<string, number>();
    for (const { intentId, amount, status, metadata } of till.store.list('refunds', most)) {
      if (status === 'failed' || status === 'canceled') continue;
      back.set(intentId, (back.get(intentId) ?? 0) + amount);
      const { refundId } = metadata;
      if (refundId !== undefined) live.set(refundId, (live.get(refundId) ?? 0) + 1);
    }
    expect(
      [...live].filter(([, times]) => times > 1),
      'refunds that were made twice',
    ).toEqual([]);
    let taken = 0;
    for (const intent of till.store.list('intents', most)) {
      if (intent.status !== 'succeeded') continue;
      taken += intent.amount;
      const gone = (back.get(intent.id) ?? 0) + disputedOf(till, intent.id);
      expect(gone, `what left ${intent.id}`).toBeLessThanOrEqual(intent.amount);
    }
    expect((await till.books())?.taken ?? 0, 'taken by the books').toBeLessThanOrEqual(taken);
  };
}

/** What a bank has of an intent's money, for now or for good. */
function disputedOf({ store }: Till, intentId: string): number {
  return store
    .list('disputes', { ...most, intentId })
    .filter(({ status }) => ['needs_response', 'under_review', 'appeal_under_review', 'lost'].includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * When all is done: money taken is orders paid and what went back and what disputes took, at the provider, by what payments
 * say and by what orders say; nothing is left with which somebody could pay, no order is left open, and nothing is sent of
 * which all the money is gone.
 */
export async function expectRight(till: Till, { orders }: Pick<Cast, 'orders'>): Promise<void> {
  let taken = 0;
  let givenBack = 0;
  let lost = 0;
  for (const intent of till.store.list('intents', most)) {
    // One whose answer was lost stays open: nobody has its secret.
    if (isKnown(till, intent.id)) expect(['succeeded', 'canceled']).toContain(intent.status);
    if (intent.status !== 'succeeded') continue;
    taken += intent.amount;
    givenBack += intent.refunded;
    lost += disputedOf(till, intent.id);
    if (intent.refunded + disputedOf(till, intent.id) === intent.amount) await expectNothingOwed(till, intent.id);
  }
  let kept = 0;
  for (const id of orders) {
    const state = await till.stateOf(id);
    expect(['paid', 'refunded', 'gone']).toContain(state.status);
    if (state.status === 'paid' || state.status === 'refunded') kept += state.payment.amount.amount;
  }
  expect(sumOf(till, 'BookingPaid'), 'paid orders').toBe(kept);
  expect(till.ofType('PaymentUnmatched')).toEqual([]);
  expectEachItsOwn(till);
  const books = await till.books();
  const { currency: _, ...sums } = books ?? { ...nothing, currency: 'usd' };
  const givenElsewhere = elsewhereOf(till);
  const paid = kept - givenBack - givenElsewhere - lost;
  expect(sums).toEqual({ taken, paid, owed: 0, givenBack, givenElsewhere, lost });
  expect(kept).toBe(taken);
  expect(books === undefined || isBalanced(books)).toBe(true);
}

/** Of money that is all gone nothing is sent. */
async function expectNothingOwed(till: Till, intentId: string): Promise<void> {
  for (const { data } of till.ofType('PaymentSucceeded')) {
    const { orders, ...arrived } = data as PaymentSucceeded['data'];
    if (arrived.intentId !== intentId) continue;
    for (const { bookingId } of orders) expect(await till.isOwed(bookingId), `sent of ${bookingId}`).toBe(false);
  }
}

/** What the provider gave back for a refund of ours is taken for that refund; what its dashboard gave back, for none of ours. */
function expectEachItsOwn(till: Till): void {
  const asked = new Map(till.store.list('refunds', most).map(({ id, metadata }) => [id, metadata.refundId]));
  const taken = till.ofType('RefundChanged').flatMap(({ data }) => {
    const { refundId, providerRefundId, bookingId } = data as RefundChanged['data'];
    return providerRefundId === undefined ? [] : [{ refundId, providerRefundId, bookingId }];
  });
  expect(taken.map(({ refundId }) => refundId)).toEqual(
    taken.map(({ providerRefundId, bookingId }) => asked.get(providerRefundId) ?? `${providerRefundId}:${bookingId}`),
  );
}

/** What was given back in another way than through the provider: of an order, or of all. */
function elsewhereOf(till: Till, id?: string): number {
  const told = till.ofType('BookingRefunded').map(({ data }) => data as BookingRefunded['data']);
  const elsewhere = told.filter((refund) => refund.elsewhere && (id === undefined || refund.bookingId === id));
  return elsewhere.reduce((sum, { amount }) => sum + amount.amount, 0);
}

const nothing = { taken: 0, paid: 0, owed: 0, givenBack: 0, givenElsewhere: 0, lost: 0 };

const isKnown = (till: Till, intentId: string) =>
  till.ofType('IntentCreated').some(({ data }) => (data as { intentId: string }).intentId === intentId);

function sumOf(till: Till, type: string): number {
  const amountOf = ({ data }: DomainEvent) => (data as { amount: { amount: number } }).amount.amount;
  return till.ofType(type).reduce((sum, event) => sum + amountOf(event), 0);
}

const isSettled = (how: string) => (event: DomainEvent) => (event.data as { how?: string }).how === how;
const isOf = (state: string) => (event: DomainEvent) => (event.data as { state?: string }).state === state;

/** What a history may have, and how it shows in the log. */
const happenings = {
  'an order was paid': { type: 'BookingPaid' },
  'an order was deleted': { type: 'BookingDeleted' },
  'an order lapsed': { type: 'BookingExpired' },
  'a card was declined': { type: 'PaymentFailed' },
  'a payment was cancelled': { type: 'PaymentCanceled' },
  'a refund was pending': { type: 'RefundChanged', which: isOf('pending') },
  'a refund went well': { type: 'RefundChanged', which: isOf('succeeded') },
  'a refund failed': { type: 'RefundChanged', which: isOf('failed') },
  'a refund was begun anew': {
    type: 'RefundAttempted',
    which: ({ data }: DomainEvent) => (data as { attempt: number }).attempt > 1,
  },
  'a refund went back in another way': { type: 'RefundSettled', which: isSettled('elsewhere') },
  'a refund was not owed': { type: 'RefundSettled', which: isSettled('not owed') },
  'an intent was asked for anew': {
    type: 'IntentAttempted',
    which: ({ data }: DomainEvent) => (data as { attempt: number }).attempt > 1,
  },
  'a dispute was won': { type: 'DisputeChanged', which: isOf('won') },
  'a dispute was lost': { type: 'DisputeChanged', which: isOf('lost') },
  'a lost dispute was open again': {
    type: 'DisputeChanged',
    which: ({ data }: DomainEvent) => (data as { before: string }).before === 'lost',
  },
} satisfies { [what: string]: { type: string; which?: (event: DomainEvent) => boolean } };

export const everything = Object.keys(happenings);

export function whatHappened(till: Till): string[] {
  return Object.entries<{ type: string; which?: (event: DomainEvent) => boolean }>(happenings).flatMap(
    ([what, { type, which = () => true }]) => (till.ofType(type).some(which) ? [what] : []),
  );
}
