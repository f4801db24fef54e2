import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { MyLogins } from '../../../../../modules/identity/contract.ts';
import { fakeShop, shopConfig } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

/** My Profile of somebody with these ways to sign in. */
function open(logins: MyLogins, search = '') {
  signInAsShopper();
  fakeShop.use(
    http.get('*/user/:email', () => HttpResponse.json({ _id: 'u1', email: 'shopper@inventory.dev', name: 'Shopper' })),
    http.get('*/me/logins', () => HttpResponse.json(logins)),
  );
  return openPage(`/dashboard/myprofile${search}`);
}

/** A shop in which what is unlinked is gone from then on. */
function unlinking(own: MyLogins): void {
  let { logins } = own;
  fakeShop.use(
    http.get('*/me/logins', () => HttpResponse.json({ ...own, logins })),
    http.delete('*/me/logins/:id', ({ params }) => {
      logins = logins.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

const both = [
  { id: 'l1', linkedAt: '2025-03-04T10:00:00.000Z' },
  { id: 'l2', linkedAt: '2026-01-02T12:00:00.000Z' },
];

describe('Google in My Profile', () => {
  it('can be linked by who has none', async () => {
    open({ logins: [], hasPassword: true, canLink: true });
    await screen.findByRole('button', { name: 'Link Google' });
  });

  it('is not to be linked where the shop has not set it up', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, google: false })));
    open({ logins: [], hasPassword: true, canLink: false });
    await screen.findByText(/has not set up/);
    expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull();
  });

  it('is not said to be missing where the login offers that of the demo', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, google: true })));
    open({ logins: [], hasPassword: true, canLink: false });
    await screen.findByText(/is a demo here/);
    expect(screen.queryByText(/has not set up/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Link Google' })).toBeNull();
  });

  it('can be unlinked by who has a password', async () => {
    const user = open({ logins: [{ id: 'l1' }], hasPassword: true, canLink: true });
    let asked = '';
    fakeShop.use(
      http.delete('*/me/logins/:id', ({ params }) => {
        asked = String(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Unlink Google account' }));
    await waitFor(() => expect(asked).toBe('l1'));
  });

  it('shows each login that opens the account, and takes away the one that is meant', async () => {
    const own = { logins: both, hasPassword: true, canLink: true };
    const user = open(own);
    unlinking(own);
    const second = (await screen.findByText('Google account 2')).closest('li');
    expect(second?.querySelector('time')?.dateTime).toBe(both[1]?.linkedAt);
    screen.getByText(/Unlink what is not yours/);
    await user.click(screen.getByRole('button', { name: 'Unlink Google account 2' }));
    await screen.findByText('One of your Google logins is unlinked. Everywhere else you are logged out.');
    const first = (await screen.findByText('Google account')).closest('li');
    expect(first?.querySelector('time')?.dateTime).toBe(both[0]?.linkedAt);
    await waitFor(() => expect(document.activeElement).toBe(first));
    await user.click(screen.getByRole('button', { name: 'Unlink Google account' }));
    await screen.findByText(/^Google is unlinked: you log in with your password from now on/);
    await screen.findByRole('button', { name: 'Link Google' });
  });

  it('leaves one to who has no password, whichever of several', async () => {
    const own = { logins: both, hasPassword: false, canLink: true };
    const user = open(own);
    unlinking(own);
    await user.click(await screen.findByRole('button', { name: 'Unlink Google account 1' }));
    const last = await screen.findByRole('button', { name: 'Unlink Google account' });
    expect(last).toHaveProperty('disabled', true);
  });

  it('stays with who has no other way in', async () => {
    open({ logins: [{ id: 'l1' }], hasPassword: false, canLink: true });
    expect(await screen.findByRole('button', { name: 'Unlink Google account' })).toHaveProperty('disabled', true);
    screen.getByText(/Set a password first/);
  });

  it('says once what came of it, and takes that out of the address', async () => {
    open({ logins: [], hasPassword: true, canLink: true }, '?google=linked-elsewhere&tab=1');
    await screen.findByText(/linked to another account/);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/myprofile?tab=1'));
  });
});
