import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, hammer, problem } from '../../testing/fake-shop.ts';
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

describe('the products, to an admin who looks for others', () => {
  const answers = (of: (search: string | null) => Promise<object[]> | object[]) =>
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/products', async ({ request }) =>
        HttpResponse.json(await of(new URL(request.url).searchParams.get('search'))),
      ),
    );
  const never = async () => {
    await delay('infinite');
    return [];
  };

  it('are not passed off as what is looked for, while that is on its way', async () => {
    signInAsShopper();
    answers((search) => (search ? never() : [hammer]));
    const user = openPage('/dashboard/products');
    await screen.findByText('1 product');
    const table = screen.getByRole('table');
    expect(table.closest('[aria-busy=true]')).toBeNull();
    await user.type(screen.getByLabelText('Search products'), 'drill');
    await waitFor(() => expect(table.closest('[aria-busy=true]')).not.toBeNull());
    expect(screen.queryByText('1 product')).toBeNull();
  });

  it('are not said to be none, where none was found before', async () => {
    signInAsShopper();
    answers((search) => (search ? [] : never()));
    const user = openPage('/dashboard/products?search=drill');
    await user.click(await screen.findByRole('button', { name: 'Show all products' }));
    await screen.findByLabelText('Loading the products');
    expect(screen.queryByText('No products yet')).toBeNull();
  });

  it.each(['', 'state=offered&'])('of a page that has run empty are said to be no more: ?%safter=c1', async (query) => {
    signInAsShopper();
    answers(() => []);
    openPage(`/dashboard/products?${query}after=c1`);
    await screen.findByRole('heading', { name: 'No more products' });
    expect(screen.queryByRole('link', { name: 'Add the first one' })).toBeNull();
    screen.getByRole('link', { name: 'First page' });
  });
});
