import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedAccess } from '../../lib/access-token.ts';
import { fakeShop, problem, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { fakeToken, signInAsShopper } from '../../testing/signed-in.ts';

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
