import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceCart, keepCart } from '../../lib/device/device-cart.ts';
import { fakeShop } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const lines = [{ toolId: 't1', quantity: 2 }];

describe('the way to the cart', () => {
  beforeEach(() => localStorage.clear());

  it('says how many tools are in it', () => {
    keepCart({ who: '', lines });
    openPage('/blogs');
    expect(screen.getByRole('link', { name: 'Cart, 1' })).toBeTruthy();
  });

  it('shows nobody the cart of somebody who was signed out elsewhere, and has it gone from whatever page is visited', async () => {
    keepCart({ who: 'gone@inventory.dev', lines });
    openPage('/blogs');
    expect(screen.getByRole('link', { name: 'Cart' })).toBeTruthy();
    await waitFor(() => expect(deviceCart()).toEqual({ who: '', lines: [] }));
    expect(JSON.stringify({ ...localStorage })).not.toContain('gone@inventory.dev');
  });

  it('says on whatever page what another device has put into the account’s', async () => {
    fakeShop.use(http.get('*/cart', () => HttpResponse.json({ lines })));
    signInAsShopper();
    openPage('/blogs');
    await screen.findByRole('link', { name: 'Cart, 1' });
  });
});
