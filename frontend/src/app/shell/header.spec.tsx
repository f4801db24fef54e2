import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

it('shows the name alone when the mark beside it cannot be shown', () => {
  openPage('/blogs');
  const brand = screen.getByRole('link', { name: 'Inventory' });
  const mark = brand.querySelector('img');
  if (!mark) throw new Error('There is no mark.');
  fireEvent.error(mark);
  expect(brand.querySelector('img')).toBeNull();
  expect(brand.textContent).toBe('Inventory');
});

it('leaves the focus at the way back in, where the button to sign out was', async () => {
  signInAsShopper();
  const user = openPage('/blogs');
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  const login = await screen.findByRole('link', { name: 'Login' });
  await waitFor(() => expect(document.activeElement).toBe(login));
});
