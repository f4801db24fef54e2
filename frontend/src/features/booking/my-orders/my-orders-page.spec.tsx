import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { pressTwice } from '../../../testing/press-twice.ts';
import { fakeToken, signInAsShopper } from '../../../testing/signed-in.ts';

describe('my orders', () => {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
  });

  it('can be paid while they are not', async () => {
    openPage('/dashboard/myorders');
    const pay = await screen.findByRole('link', { name: 'Pay for Claw Hammer' });
    expect(pay.getAttribute('href')).toBe('/dashboard/payment/b1');
  });

  it('show that they are paid, and offer nothing more', async () => {
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...unpaid, paid: true, status: 'paid' }])));
    openPage('/dashboard/myorders');
    await screen.findByText('Paid');
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('say of what costs nothing that it is free of charge, and not that a payment came', async () => {
    const free = { ...unpaid, price: 0, paid: true, status: 'paid', paidAt: unpaid.at };
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([free])));
    openPage('/dashboard/myorders');
    await screen.findByText('Free of charge');
    expect(screen.queryByText('Payment received')).toBeNull();
  });

  describe('of one checkout', () => {
    const of = (_id: string, but: Partial<Booking> = {}) => ({ ...unpaid, _id, checkoutId: 'c1', ...but });
    const paid = { paid: true, status: 'paid' } as const;
    const listed = (...orders: Booking[]) => fakeShop.use(http.get('*/booking', () => HttpResponse.json(orders)));

    it('are shown together, with one sum, and paid together', async () => {
      listed(of('b1'), { ...unpaid, _id: 'b9', toolName: 'Alone' }, of('b2', { price: 5.5 }), of('b3', paid));
      openPage('/dashboard/myorders');
      const pay = await screen.findByRole('link', { name: 'Pay 2 together, $25.50' });
      expect(pay.getAttribute('href')).toBe('/dashboard/pay?orders=b1,b2');
      const group = pay.closest('li');
      expect(group?.textContent).toContain('Ordered together: 3 orders, $45.50');
      expect(within(group as HTMLElement).queryByText(/Alone/)).toBeNull();
      expect(within(group as HTMLElement).getAllByRole('listitem').length).toBeGreaterThanOrEqual(3);
    });

    it('have nothing to be paid together where one is left, and are a row alone where there is but one', async () => {
      listed(of('b1'), of('b2', paid), { ...unpaid, _id: 'b3', checkoutId: 'c2' });
      openPage('/dashboard/myorders');
      await screen.findByText(/Ordered together/);
      expect(screen.getAllByText(/Ordered together/)).toHaveLength(1);
      expect(screen.queryByRole('link', { name: /together/ })).toBeNull();
      expect(screen.getAllByRole('link', { name: 'Pay for Claw Hammer' })).toHaveLength(2);
    });

    it('leave out of their sum, and of what is paid, the one that lapses meanwhile', async () => {
      listed(of('b1'), of('b2'), of('b3'));
      const live = fakeLive();
      openPage('/dashboard/myorders', live);
      await screen.findByRole('link', { name: 'Pay together, $60.00' });
      await live.let('in');
      live.tell('booking.expired', { bookingId: 'b2', position: '9' });
      const pay = await screen.findByRole('link', { name: 'Pay together, $40.00' });
      expect(pay.getAttribute('href')).toBe('/dashboard/pay?orders=b1,b3');
      expect(screen.getByText('Lapsed')).toBeDefined();
    });
  });

  it('are deleted after asking', async () => {
    let orders = [unpaid];
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json(orders)),
      http.delete('*/booking/b1', () => {
        orders = [];
        return HttpResponse.json({ acknowledged: true, deletedCount: 1 });
      }),
    );
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('button', { name: /^Delete/ }));
    const dialog = await screen.findByRole('dialog');
    expect(orders).toHaveLength(1);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep it'));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('No orders yet');
    await screen.findByText('Deleted');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My Orders' })));
  });

  it('are deleted once, and told of once, by two presses in the same moment', async () => {
    let orders = [unpaid];
    const keys: (string | null)[] = [];
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json(orders)),
      http.delete('*/booking/b1', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        orders = [];
        return HttpResponse.json({ acknowledged: true, deletedCount: 1 });
      }),
    );
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('button', { name: /^Delete/ }));
    pressTwice(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('No orders yet');
    await screen.findByText('Deleted');
    expect(screen.getAllByText('Deleted')).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });

  it.each([
    ['done', [], 'Deleted'],
    ['not done', [unpaid], 'The shop cannot be reached. Check the connection and try again.'],
  ])('tell what became of a deletion whose answer is lost: %s', async (_, left, words) => {
    let orders = [unpaid];
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json(orders)),
      http.delete('*/booking/b1', () => {
        orders = left;
        return HttpResponse.error();
      }),
    );
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('button', { name: /^Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(words);
    expect(screen.queryAllByText(/^(Deleted|The shop cannot be reached)/)).toHaveLength(1);
  });

  it('ask on until it is known what became of a deletion whose answer is lost, and leave the focus where it was', async () => {
    const told = Promise.withResolvers<void>();
    let [isLost, isLooked] = [false, false];
    fakeShop.use(
      http.get('*/booking', async () => {
        isLooked = isLost;
        if (isLost) await told.promise;
        return HttpResponse.json([unpaid]);
      }),
      http.delete('*/booking/b1', () => {
        isLost = true;
        return HttpResponse.error();
      }),
    );
    const user = openPage('/dashboard/myorders');
    const opener = await screen.findByRole('button', { name: /^Delete/ });
    await user.click(opener);
    const deletion = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' });
    await user.click(deletion);
    await waitFor(() => expect(isLooked).toBe(true));
    await waitFor(() => expect(deletion.dataset.loading).toBe('true'));
    expect(screen.getByRole('dialog').contains(deletion)).toBe(true);
    told.resolve();
    await screen.findByText(/^The shop cannot be reached/);
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it.each([
    ['the next one', 'b1', 'b2'],
    ['the last one', 'b3', 'b2'],
  ])('leave the focus with %s', async (_, deleted, focused) => {
    let orders = ['b1', 'b2', 'b3'].map((id) => ({ ...unpaid, _id: id, toolName: `Tool of ${id}` }));
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json(orders)),
      http.delete('*/booking/:id', ({ params }) => {
        orders = orders.filter(({ _id }) => _id !== params.id);
        return HttpResponse.json({ acknowledged: true, deletedCount: 1 });
      }),
    );
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('button', { name: `Delete the order of Tool of ${deleted}` }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const row = screen.getByRole('heading', { name: `2 × Tool of ${focused}` }).closest('li');
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Delete the order/ })).toHaveLength(2));
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  describe('that are paid in another tab while it is asked whether to delete them', () => {
    const row = async () => (await screen.findByText('Paid')).closest('li');
    const askedAbout = async (live = fakeLive()) => {
      let order: Booking = unpaid;
      fakeShop.use(
        http.get('*/booking', () => HttpResponse.json([order])),
        http.delete('*/booking/b1', () => problem(409, 'A paid order cannot be deleted; ask for a refund.')),
      );
      const user = openPage('/dashboard/myorders', live);
      await user.click(await screen.findByRole('button', { name: /^Delete/ }));
      const dialog = within(await screen.findByRole('dialog'));
      order = { ...unpaid, paid: true, status: 'paid' };
      return { user, live, dialog };
    };

    it('are asked about no longer, and have the focus', async () => {
      const { live } = await askedAbout();
      await live.let('in');
      live.tell('booking.paid', { bookingId: 'b1', position: '9' });
      const paid = await row();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(document.activeElement).toBe(paid);
    });

    it('have the focus once the shop has refused it', async () => {
      const { user, dialog } = await askedAbout();
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      await screen.findByText(/^A paid order cannot be deleted/);
      const paid = await row();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(document.activeElement).toBe(paid);
    });
  });

  it.each([401, 403])('sign one out and go home when the server answers %i', async (status) => {
    fakeShop.use(http.get('*/booking', () => problem(status, 'No.')));
    openPage('/dashboard/myorders');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    await waitFor(() => expect(storedAccess()).toBeUndefined());
  });

  it('sign nobody out whose email was changed in another browser, and are asked for anew', async () => {
    const email = 'mina@example.org';
    fakeShop.use(
      http.get('*/booking', ({ request }) =>
        new URL(request.url).searchParams.get('personEmail') === email ? HttpResponse.json([]) : problem(403, 'No.'),
      ),
      http.post('*/identity/refresh', () =>
        HttpResponse.json({ idToken: 'id-token', user: { uid: 'u1', displayName: 'Demo Shopper', email } }),
      ),
      http.put('*/user/:email', () => HttpResponse.json({ token: fakeToken({ email }) })),
    );
    openPage('/dashboard/myorders');
    await screen.findByText('No orders yet');
    expect(storedAccess()?.user.email).toBe(email);
  });
});
