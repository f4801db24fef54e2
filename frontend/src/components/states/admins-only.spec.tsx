import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { answered, openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const refusal = () => problem(403, 'Admins only.');
const ofAdmins = ['*/user', '*/people/:email', '*/user/:email/sessions', '*/products', '*/operations/*', '*/history'];
const olga = { _id: 'u7', name: 'Olga', email: 'olga@inventory.dev', cameAt: '2026-01-02T12:04:05.000Z', orders: 3 };

const refuseAll = () => fakeShop.use(...ofAdmins.map((path) => http.get(path, refusal)));

describe('who is no admin any more, while they look at', () => {
  beforeEach(() => void signInAsShopper());

  it.each([
    [
      'somebody',
      '/dashboard/people/olga%40inventory.dev',
      'link',
      'History of Olga',
      'Only admins are shown the users',
    ],
    ['the users', '/dashboard/allusers', 'combobox', 'Role', 'Only admins are shown the users'],
    ['the products', '/dashboard/products', 'button', 'Import', 'Only admins are shown the products'],
    ['the history', '/dashboard/history', 'button', 'Pause', 'Only admins are shown the history'],
    ['all orders', '/dashboard', 'button', 'Export', 'Orders Info'],
  ])('%s, keeps the keyboard where it is said', async (_, path, role, name, title) => {
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/user', () => HttpResponse.json([olga])),
      http.get('*/people/:email', () => HttpResponse.json(olga)),
      http.get('*/user/:email/sessions', () => HttpResponse.json({ sessions: [] })),
      http.get('*/products', () => HttpResponse.json([])),
      http.get('*/history/types', () => HttpResponse.json({ types: [] })),
      http.get('*/history', () => HttpResponse.json([])),
    );
    const live = fakeLive();
    openPage(path, live);
    await live.let('in');
    const control = await screen.findByRole(role, { name });
    await answered();
    act(() => control.focus());
    refuseAll();
    live.tell('user.demoted', { email: 'shopper@inventory.dev', position: '9', by: 'chief@inventory.dev' });
    const heading = await screen.findByRole('heading', { name: title });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('nothing, is not taken anywhere as the page is loaded', async () => {
    refuseAll();
    openPage('/dashboard/allusers');
    await screen.findByRole('heading', { name: 'Only admins are shown the users' });
    await answered();
    expect(document.activeElement).toBe(document.body);
  });
});

describe("somebody's page, to who is no admin", () => {
  it('has a heading of its own, which is read out', async () => {
    signInAsShopper();
    refuseAll();
    openPage('/dashboard/people/olga%40inventory.dev');
    await screen.findByRole('heading', { level: 1, name: 'Only admins are shown the users' });
    expect(screen.getAllByRole('alert').some(({ textContent }) => textContent?.includes('Only admins'))).toBe(true);
  });
});
