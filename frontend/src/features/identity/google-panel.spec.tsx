import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { MyLogins } from '../../../../modules/identity/contract.ts';
import { fakeShop, shopConfig } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

/** My Profile of somebody with these ways to sign in. */
function open(logins: MyLogins, search = '') {
  signInAsShopper();
  fakeShop.use(
    http.get('*/user/:email', () => HttpResponse.json({ _id: 'u1', email: 'shopper@inventory.dev', name: 'Shopper' })),
    http.get('*/me/logins', () => HttpResponse.json(logins)),
  );
  return openPage(`/dashboard/myprofile${search}`);
}

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
    await user.click(await screen.findByRole('button', { name: 'Unlink Google' }));
    await waitFor(() => expect(asked).toBe('l1'));
  });

  it('stays with who has no other way in', async () => {
    open({ logins: [{ id: 'l1' }], hasPassword: false, canLink: true });
    expect(await screen.findByRole('button', { name: 'Unlink Google' })).toHaveProperty('disabled', true);
    screen.getByText(/Set a password first/);
  });

  it('says once what came of it, and takes that out of the address', async () => {
    open({ logins: [], hasPassword: true, canLink: true }, '?google=linked-elsewhere&tab=1');
    await screen.findByText(/linked to another account/);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/myprofile?tab=1'));
  });
});
