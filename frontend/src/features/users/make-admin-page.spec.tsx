import { notifications } from '@mantine/notifications';
import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../modules/users/contract.ts';
import { connectionSeen } from '../../lib/connection.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const promote = () => screen.findByRole('button', { name: 'Make Demo Buyer an admin' });

function openAsAdmin() {
  const buyer: User = { _id: 'u2', name: 'Demo Buyer', email: 'buyer@inventory.dev' };
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/user', () => HttpResponse.json([buyer])),
    http.put('*/user/admin/buyer%40inventory.dev', () => {
      buyer.role = 'admin';
      return HttpResponse.json({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
    }),
  );
  return openPage('/dashboard/allusers');
}

describe('making somebody an admin', () => {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
  });

  it('says so and shows it in the list', async () => {
    const user = openAsAdmin();
    await user.click(await promote());
    await screen.findByText('Succesfully Made Admin');
    await screen.findByRole('cell', { name: 'Admin' });
  });

  it('says so when the answer is lost, and shows it in the list', async () => {
    const user = openAsAdmin();
    const buyer: User = { _id: 'u2', name: 'Demo Buyer', email: 'buyer@inventory.dev' };
    fakeShop.use(
      http.get('*/user', () => HttpResponse.json([buyer])),
      http.put('*/user/admin/:email', () => {
        buyer.role = 'admin';
        return HttpResponse.error();
      }),
    );
    await user.click(await promote());
    await screen.findByText('Succesfully Made Admin');
    await screen.findByRole('cell', { name: 'Admin' });
  });

  it('says that it failed when the server does not let one', async () => {
    const user = openAsAdmin();
    fakeShop.use(http.put('*/user/admin/:email', () => problem(403, 'Admins only.')));
    await user.click(await promote());
    await screen.findByText('Failed to make a admin');
  });

  it('shows beside it where somebody is signed in, and signs them out when that is said twice', async () => {
    const user = openAsAdmin();
    const place = { _id: 's1', startedAt: '2030-01-02T03:04:05.000Z', browser: 'Firefox on Linux', by: 'password' };
    let sessions = [{ ...place, isThisOne: false }];
    fakeShop.use(
      http.get('*/user/buyer%40inventory.dev/sessions', () => HttpResponse.json({ sessions })),
      http.delete('*/user/buyer%40inventory.dev/sessions', () => {
        sessions = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Where Demo Buyer is signed in' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Where Demo Buyer is signed in' }));
    await dialog.findByText('Firefox on Linux');
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(sessions).toHaveLength(1);
    await user.click(await dialog.findByRole('button', { name: 'Sign them out now' }));
    await dialog.findByText('They are signed in nowhere.');
    expect(dialog.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  });

  it('is refused to others by the server: they see no user, and the way back', async () => {
    fakeShop.use(http.get('*/user', () => problem(403, 'Only admins may do this.')));
    openPage('/dashboard/allusers');
    const back = await screen.findByRole('link', { name: 'Back to the dashboard' });
    expect(back.closest('[role=alert]')?.textContent).toContain('Only admins are shown the users');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Make Admin' })).toBeNull();
  });

  it('ends for who is no admin any more: what was fetched before is shown no longer', async () => {
    openAsAdmin();
    await promote();
    fakeShop.use(http.get('*/user', () => problem(403, 'Only admins may do this.')));
    act(() => connectionSeen(false));
    act(() => connectionSeen(true));
    await screen.findByRole('heading', { name: 'Only admins are shown the users' });
    expect(screen.queryByText('buyer@inventory.dev')).toBeNull();
  });
});
