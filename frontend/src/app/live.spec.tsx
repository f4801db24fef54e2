import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { storedAccess } from '../lib/session/access-token.ts';
import { answers, type FakeLive, fakeLive, isoOf } from '../testing/fake-live.ts';
import { fakeShop, hammer, problem, unpaid } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { fillIn, press } from '../testing/order-form.ts';
import { fakeToken, shopper, signInAsShopper } from '../testing/signed-in.ts';

const orderOf = (id: string, minute: number, more: Partial<Booking> = {}): Booking => ({
  ...unpaid,
  _id: id,
  toolName: `Tool ${id}`,
  at: isoOf(minute),
  ...more,
});

let live: FakeLive;
beforeEach(() => {
  live = fakeLive();
  signInAsShopper();
});

describe('who is on the page of a tool', () => {
  it('sees pieces go, and come back, and keeps what was typed', async () => {
    fakeShop.use(http.get('*/tool/:id', answers(hammer, 5)));
    const user = openPage('/tools/t1', live);
    await live.let('in');
    await fillIn(user);
    await waitFor(() => expect(live.said).toContainEqual(['watch', ['t1']]));
    await user.click(press('Increase'));

    live.tell('tool.changed', { toolId: 't1', Available: 2, position: '6' });
    await screen.findByText('Only 2 left', { selector: '[role=status] *' });
    live.tell('tool.changed', { toolId: 't1', Available: 0, position: '8' });
    await screen.findAllByText('Sold out');
    live.tell('tool.changed', { toolId: 't1', Available: 1, position: '7' });
    expect(press('Place the order')).toHaveProperty('disabled', true);
    expect(screen.getAllByText('Sold out').some((said) => said.closest('[role=status]'))).toBe(true);

    live.tell('tool.changed', { toolId: 't1', Available: 9, position: '9' });
    await screen.findByText('There are pieces again.');
    expect(press('Place the order')).toHaveProperty('disabled', false);
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'Dhaka');
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveProperty('value', '3');
  });
});

describe('who is about to pay', () => {
  const paymentPage = async () => {
    fakeShop.use(
      http.get('*/booking/:id', answers(unpaid, 5)),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
      http.get('*/sandbox/stripe/*', () => HttpResponse.json({ id: 'pi_1', status: 'requires_payment_method' })),
    );
    openPage('/dashboard/payment/b1', live);
    await live.let('in');
    await screen.findByLabelText('Card number');
  };

  it('is told that the order has lapsed, in place of the card', async () => {
    await paymentPage();
    live.tell('booking.expired', { bookingId: 'b1', position: '6' });
    const title = await screen.findByRole('heading', { name: 'This order has lapsed' });
    expect(title.closest('[role=alert]')?.textContent).toContain('Nothing was taken from your card.');
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('is told that it was paid in another window, in place of the card', async () => {
    await paymentPage();
    live.tell('booking.paid', { bookingId: 'b1', position: '6' });
    const title = await screen.findByRole('heading', { name: 'This order is paid' });
    expect(title.closest('[role=alert]')?.textContent).toContain('in another window');
    await waitFor(() => expect(document.activeElement).toBe(title));
  });
});

describe('who looks at their orders', () => {
  it('sees what becomes of each in its place, and hears of it', async () => {
    const orders = [orderOf('b3', 3), orderOf('b2', 2), orderOf('b1', 1)];
    fakeShop.use(http.get('*/booking', answers(orders, 5)));
    openPage('/dashboard/myorders', live);
    await live.let('in');
    await screen.findByText('3 orders');
    const row = (name: string) =>
      within(screen.getByRole('heading', { name: new RegExp(name) }).closest('li') as HTMLElement);

    row('Tool b2').getByRole('link', { name: /^Pay/ }).focus();
    live.tell('booking.expired', { bookingId: 'b2', position: '6' });
    await row('Tool b2').findByText('Lapsed');
    expect(row('Tool b2').queryByRole('link', { name: /^Pay/ })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Tool b2/ }).closest('li')),
    );
    await screen.findByText('2 orders');
    await screen.findByText('Your order of Tool b2 has lapsed: it was not paid in time.');

    live.tell('booking.paid', { bookingId: 'b1', position: '7' });
    await row('Tool b1').findByText('Paid');
    await screen.findByText('Your order of Tool b1 is paid.');
    // When, the notice does not say; the shop may show it a little later.
    const paid = orderOf('b1', 1, { paid: true, status: 'paid', paidAt: unpaid.at });
    fakeShop.use(http.get('*/booking', answers([orderOf('b3', 3), paid], 7)));
    await row('Tool b1').findByText('Payment received', {}, { timeout: 10_000 });

    const refunded = orderOf('b1', 1, { paid: true, status: 'refunded', refunded: 20 });
    fakeShop.use(http.get('*/booking', answers([orderOf('b3', 3), refunded], 8)));
    live.tell('booking.refunded', { bookingId: 'b1', position: '8' });
    await row('Tool b1').findByText('Refunded');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '2 × Tool b3',
      '2 × Tool b2',
      '2 × Tool b1',
    ]);
  });

  it('is told what becomes of one that they could not delete', async () => {
    fakeShop.use(
      http.get('*/booking', answers([orderOf('b1', 1)], 5)),
      http.delete('*/booking/b1', () => problem(409, 'That cannot be done now.')),
    );
    const user = openPage('/dashboard/myorders', live);
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: /^Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('That cannot be done now.');
    live.tell('booking.expired', { bookingId: 'b1', position: '6' });
    await screen.findByText('Lapsed');
    await screen.findByText('Your order of Tool b1 has lapsed: it was not paid in time.');
  });

  it('sees one that was placed elsewhere', async () => {
    fakeShop.use(http.get('*/booking', answers([orderOf('b1', 1)], 5)));
    openPage('/dashboard/myorders', live);
    await live.let('in');
    await screen.findByText('1 order');
    fakeShop.use(http.get('*/booking', answers([orderOf('b2', 2), orderOf('b1', 1)], 6)));
    live.tell('booking.placed', { bookingId: 'b2', position: '6' });
    await screen.findByText('2 orders');
  });
});

describe('an admin', () => {
  const isAdmin = (position = 5) => fakeShop.use(http.get('*/admin/:email', answers({ admin: true }, position)));
  const rows = () =>
    within(screen.getByRole('table', { name: 'Orders' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent);

  it('reads a list that does not move: new orders wait behind a button', async () => {
    isAdmin();
    fakeShop.use(http.get('*/booking', answers([orderOf('b2', 2), orderOf('b1', 1)], 5)));
    const user = openPage('/dashboard', live);
    await live.let('in');
    await screen.findByRole('table', { name: 'Orders' });
    live.tell('booking.placed', { bookingId: 'b3', position: '6' });
    await screen.findByRole('button', { name: '1 new order' });
    live.tell('booking.placed', { bookingId: 'b4', position: '7' });
    live.tell('booking.placed', { bookingId: 'b5', position: '8' });
    live.tell('booking.deleted', { bookingId: 'b5', position: '9' });
    live.tell('booking.deleted', { bookingId: 'b2', position: '10' });
    await screen.findByRole('button', { name: '2 new orders' });
    await waitFor(() =>
      expect(within(screen.getByRole('table', { name: 'Orders' })).getByText(/Deleted/)).toBeTruthy(),
    );
    expect(rows()).toEqual(['Tool b2', 'Tool b1']);

    fakeShop.use(http.get('*/booking', answers([orderOf('b4', 4), orderOf('b3', 3), orderOf('b1', 1)], 10)));
    await user.click(screen.getByRole('button', { name: '2 new orders' }));
    await waitFor(() => expect(rows()).toEqual(['Tool b4', 'Tool b3', 'Tool b1']));
    expect(screen.queryByRole('button', { name: /new order/ })).toBeNull();
  });

  it('is shown the first order at once, where there were none to read', async () => {
    isAdmin();
    fakeShop.use(http.get('*/booking', answers([], 5)));
    openPage('/dashboard', live);
    await live.let('in');
    await screen.findByRole('heading', { name: 'No orders yet' });
    fakeShop.use(http.get('*/booking', answers([orderOf('b1', 1)], 6)));
    live.tell('booking.placed', { bookingId: 'b1', position: '6' });
    await screen.findByRole('table', { name: 'Orders' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /new order/ })).toBeNull());
  });

  it('is told nothing that they did themselves: a new shop that they have set up', async () => {
    fakeShop.use(http.get('*/admin/:email', answers({ admin: false }, 5)));
    openPage('/dashboard/myorders', live);
    await live.let('in');
    const menu = within(await screen.findByRole('navigation', { name: 'Dashboard' }));
    await screen.findByText(/order/, { selector: '[role=status]' });
    isAdmin(6);
    live.tell('user.promoted', { email: shopper.email, by: shopper.email, position: '6' });
    await menu.findByRole('link', { name: 'Make Admin' });
    expect(screen.queryByText('You are an admin now')).toBeNull();
  });

  it('is shown the items of admins as soon as they are one, and no longer than that', async () => {
    fakeShop.use(http.get('*/admin/:email', answers({ admin: false }, 5)));
    openPage('/dashboard/myorders', live);
    await live.let('in');
    const menu = within(await screen.findByRole('navigation', { name: 'Dashboard' }));
    await menu.findByRole('link', { name: 'My Orders' });
    // Known from an answer first.
    await screen.findByText(/order/, { selector: '[role=status]' });
    isAdmin(6);
    live.tell('user.promoted', { email: shopper.email, position: '6' });
    await menu.findByRole('link', { name: 'Make Admin' });
    await screen.findByText('You are an admin now');
    fakeShop.use(http.get('*/admin/:email', answers({ admin: false }, 7)));
    live.tell('user.demoted', { email: shopper.email, position: '7' });
    await waitFor(() => expect(menu.queryByRole('link', { name: 'Make Admin' })).toBeNull());
    await screen.findByText('You are no longer an admin');
    expect(screen.queryByText('You are an admin now')).toBeNull();
  });
});

describe('who was refused a page of admins', () => {
  it.each([
    { path: '/dashboard/products', call: '*/products', what: 'the products' },
    { path: '/dashboard/allusers', call: '*/user', what: 'the users' },
  ])('is shown $what as soon as they are an admin', async ({ path, call, what }) => {
    fakeShop.use(
      http.get('*/admin/:email', answers({ admin: false }, 5)),
      http.get(call, () => problem(403, 'Only admins may do this.')),
    );
    openPage(path, live);
    await live.let('in');
    await screen.findByText(`Only admins are shown ${what}`);
    fakeShop.use(http.get('*/admin/:email', answers({ admin: true }, 6)), http.get(call, answers([], 6)));
    live.tell('user.promoted', { email: shopper.email, position: '6' });
    await screen.findByText('You are an admin now');
    await waitFor(() => expect(screen.queryByText(`Only admins are shown ${what}`)).toBeNull());
  });
});

describe('whose email was changed by a link in another browser', () => {
  it('is known by the new one at once', async () => {
    const email = 'mina@example.org';
    fakeShop.use(
      http.post('*/identity/refresh', () =>
        HttpResponse.json({ idToken: 'id-token', user: { uid: 'u1', displayName: 'Demo Shopper', email } }),
      ),
      http.put('*/user/:email', () => HttpResponse.json({ token: fakeToken({ email }) })),
    );
    openPage('/dashboard/review', live);
    await live.let('in');
    live.tell('user.email-changed', { position: '6' });
    await waitFor(() => expect(storedAccess()?.user.email).toBe(email));
  });
});

describe('another admin', () => {
  it('hears who made whom an admin, and not what one did oneself', async () => {
    fakeShop.use(http.get('*/admin/:email', answers({ admin: true }, 5)));
    openPage('/dashboard/review', live);
    await live.let('in');
    live.tell('user.promoted', { email: 'mina@example.com', by: shopper.email, position: '6' });
    live.tell('user.promoted', { email: 'pari@example.com', by: 'admin@inventory.dev', position: '7' });
    await screen.findByText('admin@inventory.dev made pari@example.com an admin');
    live.tell('user.demoted', { email: 'pari@example.com', position: '8' });
    await screen.findByText('An operator took the admin rights of pari@example.com away');
    expect(screen.queryByText(/mina@example.com/)).toBeNull();
  });
});
