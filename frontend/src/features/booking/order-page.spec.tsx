import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { fakeShop, problem, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const paid: Booking = { ...unpaid, paid: true, status: 'paid', paidAt: unpaid.at };
const happened = [
  { position: '7', at: unpaid.at, sentence: 'Demo Shopper paid $20.00 for order B1', event: { data: {} } },
];

/** A shop whose only order an admin has opened, and what was sent about it. */
function openOrder(order: Booking, { admin = true, refuses = false } = {}) {
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
      if (what === 'pack') now = { ...now, fulfilment: 'packed' };
      if (what === 'ship') now = { ...now, fulfilment: 'shipped', ...JSON.parse(text) };
      if (what === 'deliver') now = { ...now, fulfilment: 'delivered' };
      return HttpResponse.json({ acknowledged: true });
    }),
  );
  return { user: openPage('/dashboard/orders/b1'), sent };
}

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
});

describe("an order's page", () => {
  it('says what it is and what happened', async () => {
    openOrder(paid);
    await screen.findByRole('heading', { level: 1, name: 'Order B1' });
    await screen.findByText('2 × Claw Hammer');
    await within(await screen.findByRole('list', { name: 'What happened' })).findByText(/paid \$20\.00/);
  });

  it('takes an order from the shelf to its buyer', async () => {
    const { user, sent } = openOrder(paid);
    await user.click(await screen.findByRole('button', { name: 'Mark as packed' }));
    await user.type(await screen.findByLabelText('Carrier'), 'Sundarban Courier');
    await user.type(screen.getByLabelText('Tracking number'), 'SB 123');
    await user.click(screen.getByRole('button', { name: 'Mark as shipped' }));
    await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }));
    await screen.findByText('It has arrived.');
    const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
    expect(sent).toEqual([
      ['pack', ''],
      ['ship', parcel],
      ['deliver', ''],
    ]);
  });

  it('says why something was refused, where it was asked for', async () => {
    const { user } = openOrder(paid, { refuses: true });
    await user.click(await screen.findByRole('button', { name: 'Mark as packed' }));
    await screen.findByText('This order was refunded a moment ago.');
  });

  it('offers to send nothing that is not paid', async () => {
    openOrder(unpaid);
    await screen.findByText('Nothing is sent of an order that is unpaid.');
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
  });

  it('is for admins', async () => {
    openOrder(paid, { admin: false });
    await screen.findByText('For admins only');
  });
});
