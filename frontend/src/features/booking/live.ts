import type { Query, QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { adminBookingNoticeNames, BookingNotice, bookingNotice } from '../../../../modules/booking/contract.ts';
import { askEveryMs, askWhileBehind } from '../../lib/live/ask-while-behind.ts';
import { gathered } from '../../lib/live/gathered.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { hearBooking, isBookingAwaited, showsOneOf } from './newest-bookings.ts';
import type { OrdersPage } from './orders-page.ts';
import { hearGone, hearPlaced } from './placed-orders.ts';
import type { ShownBooking } from './shown-booking.ts';

type OrderNotice = z.infer<typeof bookingNotice>;

const hear =
  (
    fields: Partial<ShownBooking>,
    then: (client: QueryClient, id: string, position: bigint) => void,
  ): Heard<OrderNotice> =>
  (notice, client) => {
    const position = BigInt(notice.position);
    if (hearBooking(client, notice.bookingId, position, fields)) then(client, notice.bookingId, position);
  };

const isGone = (because: 'deleted' | 'expired') => hear({ gone: because }, hearGone);

type Told = BookingNotice | (typeof adminBookingNoticeNames)[number];

export const bookingNotices: Record<Told, Heard<OrderNotice>> = {
  'booking.placed': hear({}, (client, id, position) => {
    hearPlaced(client, id, position);
    askForLists(client)('placed');
  }),
  'booking.paid': hear({ paid: true, status: 'paid' }, (client, id) => askFor(client)(id)),
  'booking.deleted': isGone('deleted'),
  'booking.expired': isGone('expired'),
  // How much of it, the notice does not say.
  'booking.refunded': hear({}, (client, id) => askFor(client)(id)),
  // When, with whom and under which number, the notices do not say.
  'booking.packed': hear({ fulfilment: 'packed' }, (client, id) => askFor(client)(id)),
  'booking.shipped': hear({}, (client, id) => askFor(client)(id)),
  'booking.delivered': hear({ fulfilment: 'delivered' }, (client, id) => askFor(client)(id)),
  // Notes are shown by the history alone: whoever reads that listens.
  'booking.noted': () => undefined,
};

/** One gatherer for each client. */
function byClient<Value>(make: (client: QueryClient) => Value): (client: QueryClient) => Value {
  const made = new WeakMap<QueryClient, Value>();
  return (client) => {
    const one = made.get(client) ?? make(client);
    made.set(client, one);
    return one;
  };
}

/** Orders of which a notice said that something has changed, and not what. */
const askFor = byClient((client) => gathered<string>(askEveryMs, (ids) => void ask(client, ids)));

/** One's own orders, for the one that was placed may be among them; and everybody's where there were none to read. */
const askForLists = byClient((client) =>
  gathered(
    askEveryMs,
    () => void client.invalidateQueries({ predicate: (query) => isOwnList(query) || isEmptyPage(query) }),
  ),
);

const isOwnList = ({ queryKey }: Query) => queryKey[0] === 'private' && queryKey[2] === 'bookings';

function isEmptyPage({ queryKey, state }: Query): boolean {
  const page = queryKey[0] === 'private' && queryKey[2] === 'all-bookings' ? (state.data as OrdersPage) : undefined;
  return page?.entries.length === 0;
}

function ask(client: QueryClient, ids: ReadonlySet<string>): Promise<void> {
  const awaited = () => new Set([...ids].filter((id) => isBookingAwaited(client, id)));
  return askWhileBehind(client, showsOneOf(ids), () => showsOneOf(awaited()));
}
