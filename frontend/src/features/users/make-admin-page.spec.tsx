import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../../modules/people/contract.ts';
import { connectionSeen } from '../../lib/api/connection.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { pressTwice } from '../../testing/press-twice.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';

const promote = () => screen.findByRole('button', { name: 'Make Demo Buyer an admin' });

let buyer: Person;

/** Presses the button, and says in the dialog that it is meant. */
async function promoteForSure(user: ReturnType<typeof openPage>) {
  await user.click(await promote());
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Demo Buyer an admin?' }));
  await user.click(dialog.getByRole('button', { name: 'Make Admin' }));
}

function openAsAdmin() {
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/user', () => HttpResponse.json([buyer])),
    http.get('*/people/:email', () => HttpResponse.json(buyer)),
    http.put('*/user/admin/buyer%40inventory.dev', () => {
      buyer.role = 'admin';
      return HttpResponse.json({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
    }),
  );
  return openPage('/dashboard/allusers');
}

describe('making somebody an admin', () => {
  beforeEach(() => {
    const cameAt = '2026-01-02T12:04:05.000Z';
    buyer = { _id: 'u2', name: 'Demo Buyer', email: 'buyer@inventory.dev', cameAt, orders: 1_204 };
    signInAsShopper();
    notifications.clean();
  });

  it('says so and shows it in the list', async () => {
    const user = openAsAdmin();
    await promoteForSure(user);
    await screen.findByText('Succesfully Made Admin');
    await screen.findByRole('cell', { name: 'Admin' });
  });

  it('says so once to two presses in the same moment', async () => {
    const user = openAsAdmin();
    await user.click(await promote());
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Demo Buyer an admin?' }));
    pressTwice(dialog.getByRole('button', { name: 'Make Admin' }));
    await screen.findByText('Succesfully Made Admin');
    await screen.findByRole('cell', { name: 'Admin' });
    expect(screen.getAllByText('Succesfully Made Admin')).toHaveLength(1);
  });

  it('says so when the answer is lost, and shows it in the list', async () => {
    const user = openAsAdmin();
    fakeShop.use(
      http.get('*/user', () => HttpResponse.json([buyer])),
      http.get('*/people/:email', () => HttpResponse.json(buyer)),
      http.put('*/user/admin/:email', () => {
        buyer.role = 'admin';
        return HttpResponse.error();
      }),
    );
    await promoteForSure(user);
    await screen.findByText('Succesfully Made Admin');
    await screen.findByRole('cell', { name: 'Admin' });
  });

  it('says that it failed when the server does not let one', async () => {
    const user = openAsAdmin();
    fakeShop.use(http.put('*/user/admin/:email', () => problem(403, 'Admins only.')));
    await promoteForSure(user);
    await screen.findByText('Failed to make a admin');
  });

  it('asks first, and does nothing to who thinks better of it', async () => {
    const user = openAsAdmin();
    await user.click(await promote());
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Demo Buyer an admin?' }));
    dialog.getByText(/buyer@inventory.dev/);
    await user.click(dialog.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(buyer.role).toBeUndefined();
    await promote();
  });

  it('has since when somebody comes, how many orders they have, and leads to their page', async () => {
    openAsAdmin();
    const row = within((await screen.findByRole('link', { name: 'Demo Buyer' })).closest('tr') as HTMLElement);
    row.getByRole('cell', { name: 'Jan 2, 2026' });
    row.getByRole('cell', { name: '1,204' });
    const link = row.getByRole('link', { name: 'Demo Buyer' });
    expect(link.getAttribute('href')).toBe('/dashboard/people/buyer%40inventory.dev');
  });

  it('looks for who is called like what is typed, as the address says, and for admins', async () => {
    const asked: string[] = [];
    const user = openAsAdmin();
    await promote();
    fakeShop.use(
      http.get('*/user', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(`${searchParams.get('q')} ${searchParams.get('role')}`);
        return HttpResponse.json([]);
      }),
    );
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'olga');
    await screen.findByRole('heading', { name: 'Nobody is called that' });
    expect(screen.getByTestId('address').textContent).toBe('/dashboard/allusers?q=olga');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Admins');
    await waitFor(() => expect(asked).toEqual(['olga null', 'olga admin']));
    await user.click(await screen.findByRole('button', { name: 'Show everybody' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/allusers'));
  });

  it('does not pass those of before off as who is looked for, while that is on its way', async () => {
    const user = openAsAdmin();
    await screen.findByText('1 user');
    const headers = { Link: '</user?after=c1>; rel="next"', 'Total-Count': '2' };
    fakeShop.use(http.get('*/user', () => HttpResponse.json([buyer], { headers })));
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'z');
    await screen.findByRole('link', { name: 'Next page' });
    fakeShop.use(http.get('*/user', () => delay('infinite')));
    const table = screen.getByRole('table');
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'oe');
    await waitFor(() => expect(table.closest('[aria-busy=true]')).not.toBeNull());
    expect(screen.queryByText('2 users')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  it('goes on by pages', async () => {
    const user = openAsAdmin();
    await promote();
    fakeShop.use(
      http.get('*/user', ({ request }) => {
        const after = new URL(request.url).searchParams.get('after');
        if (after === 'c1') return HttpResponse.json([{ ...buyer, _id: 'u3', name: 'Next Buyer' }]);
        return HttpResponse.json([buyer], { headers: { Link: '</user?after=c1>; rel="next"', 'Total-Count': '2' } });
      }),
    );
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'buyer');
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    await screen.findByRole('link', { name: 'Next Buyer' });
    await user.click(await screen.findByRole('link', { name: 'Previous page' }));
    await screen.findByRole('link', { name: 'Demo Buyer' });
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
