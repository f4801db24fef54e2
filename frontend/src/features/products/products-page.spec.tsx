import { screen } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

describe('the products, to somebody who is no admin', () => {
  it('are not shown, nor anything that could be done with them', async () => {
    signInAsShopper();
    fakeShop.use(http.get('*/products', () => problem(403, 'Only admins see the products.')));
    openPage('/dashboard/products');
    await screen.findByText('Only admins are shown the products');
    screen.getByRole('heading', { level: 1, name: 'Products' });
    for (const name of ['Export', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add A Product' })).toBeNull();
  });
});
