import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { fakeShop } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

afterEach(() => localStorage.clear());

it('who puts the first steps away by the keyboard is left at their place, and goes on from there', async () => {
  signInAsShopper();
  const steps = ['product', 'payments', 'mail'].map((step) => ({ step, isDone: false }));
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/operations/first-steps', () => HttpResponse.json({ steps })),
  );
  const user = openPage('/dashboard');
  (await screen.findByRole('button', { name: 'Put this away' })).focus();
  const page = screen.getByRole('region', { name: 'Open your shop' }).parentElement?.parentElement;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Put this away' })).toBeNull());
  const focused = document.activeElement;
  expect([focused === document.body, page?.contains(focused), focused?.textContent]).toEqual([false, true, '']);
});
