import type { DocumentState } from '../../kernel/documents/document-view.ts';
import { type Figures, plus } from '../../kernel/documents/sums.ts';
import { type EntityView, type Tally, tally } from '../../kernel/history.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { addedByOrder, dayOf, shop } from '../read-models/order-sums.ts';
import { countsOf } from './shown-figures.ts';

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
    shown: (sums, at) => countsOf((id) => sums[id] ?? {}, { currency, at: new Date(at) }),
  });
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
