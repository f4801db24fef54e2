import type {
  BookingPaid,
  BookingRefunded,
  BookingRefundFailed,
  PaymentUnmatched,
  RefundSettled,
} from '../../booking/money/contract.ts';
import { projection } from '../../kernel/projection.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { DisputeChanged, PaymentSucceeded, RefundChanged } from '../events.ts';

/**
 * All money of one currency, in minor units. What the payments say (taken, given back, lost) and what the orders say (paid,
 * owed) is summed up apart, so that the two can be held against each other.
 */
export type Books = {
  readonly currency: string;
  /** Arrived at the provider. */
  readonly taken: number;
  /** Of that, kept for orders: less what of it went back, and what banks have taken back for good. */
  readonly paid: number;
  /** Of that, fitted no order, and has not gone back yet. */
  readonly owed: number;
  /** By refunds of the provider. */
  readonly givenBack: number;
  /** In another way, so that the provider has it still. */
  readonly givenElsewhere: number;
  /** In disputes: also while an appeal is open, which has not brought any back. */
  readonly lost: number;
};

/** The sums, and the disputes that were lost and are open again: no event of theirs says so but the first. */
export type BooksDocument = Books & { readonly appealed?: readonly Appealed[] };
type Appealed = { readonly disputeId: string; readonly amount: number };

/** The sums alone. */
export const sumsOf = ({ appealed: _, ...sums }: BooksDocument): Books => sums;

type Sum = Exclude<keyof Books, 'currency'>;
type Events =
  | PaymentSucceeded
  | RefundChanged
  | DisputeChanged
  | BookingPaid
  | PaymentUnmatched
  | BookingRefunded
  | BookingRefundFailed
  | RefundSettled;

const idOf = ({ data }: { data: { amount: Money } }) => data.amount.currency;

/** True when all that was taken is accounted for: taken = paid + owed + given back, either way, + lost. */
export function isBalanced({ taken, paid, owed, givenBack, givenElsewhere, lost }: Books): boolean {
  return taken === paid + owed + givenBack + givenElsewhere + lost;
}

/** The shop's money, by currency. */
export const books = projection<BooksDocument, Events>({
  name: 'books',
  version: 3,
  internal: ['appealed'],
  whenFailing: 'stop', // A sum without one of its numbers is wrong.
  indexes: { all: () => '' },
  on: {
    PaymentSucceeded: { id: idOf, evolve: (before, { data }) => plus(before, data.amount, ['taken', 1]) },
    BookingPaid: { id: idOf, evolve: (before, { data }) => plus(before, data.amount, ['paid', 1]) },
    PaymentUnmatched: { id: idOf, evolve: (before, { data }) => plus(before, data.amount, ['owed', 1]) },
    BookingRefunded: {
      id: idOf,
      evolve: (before, { data }) => {
        const gone = [data.unmatched ? 'owed' : 'paid', -1] as const;
        return plus(before, data.amount, gone, ...(data.elsewhere ? [['givenElsewhere', 1] as const] : []));
      },
    },
    // What is not owed of money that fitted no order is kept; of an order's own it was kept since the refund failed.
    RefundSettled: {
      id: idOf,
      evolve: (before, { data }) =>
        data.unmatched && data.how === 'not owed' ? plus(before, data.amount, ['owed', -1], ['paid', 1]) : before,
    },
    BookingRefundFailed: {
      id: idOf,
      evolve(before, { data }) {
        return data.wasRefunded ? plus(before, data.amount, [data.unmatched ? 'owed' : 'paid', 1]) : before;
      },
    },
    RefundChanged: {
      id: idOf,
      evolve(before, { data }) {
        const counts = Number(data.state === 'succeeded') - Number(data.before === 'succeeded');
        return counts === 0 ? before : plus(before, data.amount, ['givenBack', counts]);
      },
    },
    DisputeChanged: {
      id: idOf,
      evolve(before, { data }) {
        const { disputeId, state, amount, amountBefore } = data;
        const [appeal, others] = appealOf(before, disputeId);
        const then = appeal?.amount ?? (data.before === 'lost' ? amountBefore.amount : 0);
        // An appeal of nothing is none.
        const isAppealed = state === 'open' && then > 0;
        const now = state === 'lost' || isAppealed ? amount.amount : 0;
        const after =
          now === then ? before : plus(before, { ...amount, amount: now - then }, ['lost', 1], ['paid', -1]);
        if (!after || (!appeal && !isAppealed)) return after;
        const appealed = isAppealed ? [...others, { disputeId, amount: now }] : others;
        return appealed.length === 0 ? sumsOf(after) : { ...after, appealed };
      },
    },
  },
});

/** The appeal of a dispute that is open, and those of others: there are never many. */
function appealOf(books: BooksDocument | undefined, disputeId: string) {
  const all = books?.appealed ?? [];
  return [all.find((one) => one.disputeId === disputeId), all.filter((one) => one.disputeId !== disputeId)] as const;
}

function plus(
  before: BooksDocument | undefined,
  { amount, currency }: Money,
  ...sums: readonly (readonly [Sum, number])[]
): BooksDocument {
  const after = { ...(before ?? { currency, taken: 0, paid: 0, owed: 0, givenBack: 0, givenElsewhere: 0, lost: 0 }) };
  for (const [name, sign] of sums) after[name] += sign * amount;
  return after;
}
