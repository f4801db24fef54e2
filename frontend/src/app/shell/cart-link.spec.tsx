import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceCart, keepCart } from '../../lib/device-cart.ts';
import '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';

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
});
