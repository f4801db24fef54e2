import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import '../../testing/browser.ts';
import type { Booking, BookingNotice } from '../../../../modules/booking/contract.ts';
import { fakeShop, unpaid } from '../../testing/fake-shop.ts';
import { allBookingsQuery, bookingQuery, bookingsQuery } from './bookings-query.ts';
import { bookingNotices } from './live.ts';
import { goneOf, type ShownBooking } from './shown-booking.ts';

const email = unpaid.personEmail;

/** An order's life: what each event made of it, and was told of as. */
const life: readonly { name: BookingNotice; order: Partial<Booking> | undefined }[] = [
  { name: 'booking.placed', order: {} },
  { name: 'booking.paid', order: { paid: true, status: 'paid' } },
  { name: 'booking.refunded', order: { paid: true, status: 'paid', refunded: 5 } },
  { name: 'booking.refunded', order: { paid: true, status: 'refunded', refunded: 20 } },
];
const sent: typeof life = [
  { name: 'booking.paid', order: { paid: true, status: 'paid' } },
  { name: 'booking.packed', order: { paid: true, status: 'paid', fulfilment: 'packed' } },
  { name: 'booking.shipped', order: { paid: true, status: 'paid', fulfilment: 'shipped', trackingNumber: 'SB 123' } },
  { name: 'booking.delivered', order: { paid: true, status: 'paid', fulfilment: 'delivered' } },
];
const shortLife: typeof life = [
  { name: 'booking.placed', order: {} },
  { name: 'booking.expired', order: undefined },
];

/** How far in its life an order is that is shown like this. */
function stageOf(lived: typeof life, shown: ShownBooking): number {
  if (goneOf(shown)) return 2;
  return (
    lived.findLastIndex(
      ({ order }) =>
        order &&
        (order.status ?? 'unpaid') === shown.status &&
        (order.refunded ?? 0) === shown.refunded &&
        (order.fulfilment ?? 'none') === shown.fulfilment,
    ) + 1
  );
}

type Step = { what: 'list' | 'page' | 'order' | 'notice'; at: number };
const step = fc.record<Step>({
  what: fc.constantFrom('list', 'page', 'order', 'notice', 'notice'),
  at: fc.integer({ min: 1, max: 4 }),
});

describe('the orders that are shown', () => {
  it.each([
    ['that is paid and refunded', life],
    ['that is sent', sent],
    ['that lapses', shortLife],
  ])('never go back, and end at the newest: one %s', async (_, lived) => {
    let at = 1;
    const now = () => {
      const order = lived[at - 1]?.order;
      return order && { ...unpaid, ...order };
    };
    const headers = () => ({ 'Event-Position': String(at) });
    const list = () => HttpResponse.json([now()].filter(Boolean), { headers: headers() });
    const one = () =>
      now() ? HttpResponse.json(now(), { headers: headers() }) : new HttpResponse(null, { status: 404 });
    fakeShop.use(http.get('*/booking', list), http.get('*/booking/:id', one));

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
        const queries = {
          list: bookingsQuery(email),
          page: allBookingsQuery(email),
          order: bookingQuery(email, unpaid._id),
        };
        const shown = () =>
          [
            client.getQueryData(queries.list.queryKey)?.[0],
            client.getQueryData(queries.page.queryKey)?.entries[0],
            client.getQueryData(queries.order.queryKey),
          ].map((order) => order && stageOf(lived, order));
        let was: (number | undefined)[] = [];
        const see = () => {
          const is = shown();
          is.forEach((stage, place) => {
            if (stage !== undefined) expect(stage).toBeGreaterThanOrEqual(was[place] ?? 0);
          });
          was = is.map((stage, place) => stage ?? was[place]);
        };
        const ask = async (what: keyof typeof queries) => {
          // Another type for each of them: asked one by one.
          const asked = {
            list: () => client.fetchQuery({ ...queries.list, staleTime: 0 }),
            page: () => client.fetchQuery({ ...queries.page, staleTime: 0 }),
            order: () => client.fetchQuery({ ...queries.order, staleTime: 0 }),
          };
          await asked[what]().catch(() => undefined);
        };
        for (const { what, at: wanted } of steps) {
          at = Math.min(wanted, lived.length);
          const notice = lived[at - 1];
          if (what !== 'notice') await ask(what);
          else if (notice) bookingNotices[notice.name]({ bookingId: unpaid._id, position: String(at) }, client);
          see();
        }
        at = lived.length;
        for (const what of ['list', 'page', 'order'] as const) await ask(what);
        see();
        for (const stage of shown()) if (stage !== undefined && lived === life) expect(stage).toBe(lived.length);
      }),
      { numRuns: 60 },
    );
  });
});
