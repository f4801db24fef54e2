import { HttpResponse, http } from 'msw';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { FakeLive } from './fake-live.ts';
import { fakeShop, problem, unpaid } from './fake-shop.ts';
import { openPage } from './open-page.tsx';

export const paid: Booking = { ...unpaid, paid: true, status: 'paid', paidAt: unpaid.at };
const happened = [
  { position: '7', at: unpaid.at, sentence: 'Demo Shopper paid $20.00 for order B1', event: { data: {} } },
];

/** A shop whose only order an admin has opened, and what was sent about it. */
export function openOrder(
  order: Booking,
  { admin = true, refuses = false, live }: { admin?: boolean; refuses?: boolean; live?: FakeLive } = {},
) {
  let now = order;
  const sent: unknown[] = [];
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin })),
    http.get('*/booking/b1', () => HttpResponse.json(now)),
    http.get('*/history', () => HttpResponse.json(happened)),
    http.post('*/booking/b1/:what', async ({ request, params: { what } }) => {
      const text = await request.text();
      sent.push([what, text && JSON.parse(text)]);
      if (refuses) return problem(409, 'This order was refunded a moment ago.');
      if (what === 'refund') return HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 });
      if (what === 'pack') now = { ...now, fulfilment: 'packed' };
      if (what === 'ship') {
        const { seen, ...parcel } = JSON.parse(text);
        if (seen.trackingNumber !== now.trackingNumber) return problem(409, 'It was shipped otherwise.');
        now = { ...now, fulfilment: 'shipped', ...parcel };
      }
      if (what === 'deliver') now = { ...now, fulfilment: 'delivered' };
      return HttpResponse.json({ acknowledged: true });
    }),
  );
  /** Another admin does something about it, which is told under the next position. */
  const elsewhere = (name: string, change: Partial<Booking>) => {
    now = { ...now, ...change };
    live?.tell(name, { bookingId: 'b1', position: '8' });
  };
  return { user: openPage('/dashboard/orders/b1', live), sent, elsewhere };
}
