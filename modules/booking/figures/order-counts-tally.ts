import type { DocumentState } from '../../kernel/documents/document-view.ts';
import { type Figures, plus } from '../../kernel/documents/sums.ts';
import { type EntityView, type Tally, tally } from '../../kernel/history.ts';
import { decimalOf } from '../../kernel/values/money.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { addedByOrder, dayBefore, dayOf, revenueIn, shop } from '../read-models/order-sums.ts';
import type { OrderCounts } from './contract.ts';

/** The sums that the counts are made of, by what they are of: the shop, and the latest days. */
type Sums = { readonly [id: string]: Figures };

/**
 * Of days up to that of an event: today and yesterday, and as many more as may come between them where a clock is ahead for some days.
 * Those after it are kept, all of them: a clock was ahead, and the days come.
 */
const daysKept = 7;
const day = /^\d{4}-/;

/** `order-counts`: what GET /orders/counts answered at any moment, by the rule that the sums of today are kept by. */
export function orderCountsTally(of: EntityView, currency: string): Tally {
  return tally<Sums>({
    name: 'order-counts',
    of,
    types: ['ToolBooked', 'BookingPaid', 'BookingDeleted', 'BookingExpired', 'BookingRefunded', 'BookingRefundFailed'],
    keptAs: 2,
    initial: {},
    add(sums, { before, after, event }) {
      let added: { [id: string]: Figures } | undefined;
      let isNewDay = false;
      for (const addition of addedByOrder({ before: listed(before), after: listed(after), event })) {
        const { id } = addition;
        if (id !== shop && !day.test(id)) continue;
        added ??= { ...sums };
        const figures = added[id];
        isNewDay ||= figures === undefined;
        added[id] = plus({ id, figures: figures ?? {} }, addition, 0n).figures;
      }
      return added && isNewDay ? withoutOldDays(added, dayOf(event.meta.time)) : (added ?? sums);
    },
    shown(sums, at) {
      const { unpaid = 0, paid = 0, refunded = 0, ...money } = sums[shop] ?? {};
      const [today, yesterday] = [0, 1].map((ago) => shownOf(sums[dayBefore(new Date(at), ago)] ?? {}));
      const nothing = { orders: 0, revenue: 0 };
      return {
        total: unpaid + paid + refunded,
        unpaid,
        paid,
        refunded,
        revenue: shownOf(money).revenue,
        today: today ?? nothing,
        yesterday: yesterday ?? nothing,
      } satisfies Omit<OrderCounts, 'position'>;
    },
  });

  function shownOf(figures: Figures): { orders: number; revenue: number } {
    const amount = figures[revenueIn(currency)] ?? 0;
    return { orders: figures.orders ?? 0, revenue: decimalOf({ amount, currency }) };
  }
}

function withoutOldDays(sums: Sums, today: string): Sums {
  const days = Object.keys(sums).filter((id) => day.test(id) && id <= today);
  const old = new Set(days.sort().slice(0, -daysKept));
  return Object.fromEntries(Object.entries(sums).filter(([id]) => !old.has(id)));
}

/** The order as lists have it; undefined once they do not. */
function listed(state: unknown): BookingDocument | undefined {
  const { document, ended } = state as DocumentState;
  return ended === undefined ? (document as BookingDocument | undefined) : undefined;
}
