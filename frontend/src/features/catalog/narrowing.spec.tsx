import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ToolFacets } from '../../../../modules/catalog/search/contract.ts';
import { fakeShop, hammer } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';

const address = () => screen.getByTestId('address').textContent;

const facets: ToolFacets = {
  total: 7,
  categories: [
    { category: 'Hammers', count: 3 },
    { category: 'Saws', count: 4 },
  ],
  price: { min: 2, max: 90 },
  inStock: 6,
  ratings: [
    { minRating: 4, count: 5 },
    { minRating: 3, count: 7 },
  ],
};

/** What the shelves were asked for, but for how many. */
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  fakeShop.use(
    http.get('*/tool/facets', () => HttpResponse.json(facets)),
    http.get('*/tool', ({ request }) => {
      const { searchParams } = new URL(request.url);
      searchParams.delete('limit');
      asked.push(`${searchParams}`);
      return HttpResponse.json([hammer]);
    }),
  );
});

describe('the filters of the shelves', () => {
  it('say how many tools each would show, and are set through the address', async () => {
    const user = openPage('/');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('checkbox', { name: /^Saws\s*\(4\)$/ }));
    await waitFor(() => expect(address()).toBe('/?category=Saws'));
    await user.click(screen.getByRole('checkbox', { name: /^Hammers\s*\(3\)$/ }));
    await user.click(screen.getByRole('radio', { name: /^4 and up\s*\(5\)$/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Only what is in stock\s*\(6\)$/ }));
    await user.type(screen.getByRole('textbox', { name: 'From' }), '5,5{Enter}');
    await waitFor(() =>
      expect(asked.at(-1)).toBe('category=Saws&category=Hammers&minPrice=5.5&minRating=4&inStock=true'),
    );
    screen.getByRole('button', { name: 'Filters (5)' });
  });

  it('leave the focus in the amount that was typed, and show there what was taken of it', async () => {
    const user = openPage('/');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
    await user.type(from, '5,5{Enter}');
    await waitFor(() => expect(address()).toBe('/?minPrice=5.5'));
    expect(document.activeElement).toBe(from);
    await waitFor(() => expect(from.value).toBe('5.5'));
    await user.clear(from);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/'));
    expect(document.activeElement).toBe(from);
  });

  it('show an amount no more that is taken away elsewhere', async () => {
    const user = openPage('/?minPrice=5');
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'From' });
    expect(from.value).toBe('5');
    await user.click(await screen.findByRole('button', { name: /^Remove the filter/ }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe(''));
  });

  it('are shown as what can be taken away, one by one', async () => {
    const user = openPage('/?category=Saws&minPrice=5&maxPrice=10&inStock=true&sort=name');
    const set = within(await screen.findByRole('list', { name: 'Filters that are set' }));
    expect(set.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Saws',
      '$5.00 to $10.00',
      'In stock',
      'Remove all',
    ]);
    await user.click(set.getByRole('button', { name: 'Remove the filter: $5.00 to $10.00' }));
    await waitFor(() => expect(address()).toBe('/?sort=name&category=Saws&inStock=true'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove the filter: In stock');
    await user.click(set.getByRole('button', { name: 'Remove all' }));
    await waitFor(() => expect(address()).toBe('/?sort=name'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tools' }));
  });

  it('that leave nothing over say which of them stands in the way', async () => {
    fakeShop.use(
      http.get('*/tool', ({ request }) => HttpResponse.json(request.url.includes('minRating') ? [] : [hammer])),
      http.get('*/tool/facets', ({ request }) =>
        HttpResponse.json({ ...facets, total: request.url.includes('minRating') ? 0 : 2 }),
      ),
    );
    const user = openPage('/?category=Saws&minRating=5');
    await screen.findByText(/These filters leave nothing over/);
    const loosen = await screen.findByRole('button', { name: 'Without “Rated 5 and up”: 2 tools' });
    expect(screen.queryByRole('button', { name: /Without “Saws”/ })).toBeNull();
    await user.click(loosen);
    await waitFor(() => expect(address()).toBe('/?category=Saws'));
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it('are nothing of what the address has that makes no sense', async () => {
    openPage('/?category=&minRating=9&inStock=perhaps&maxPrice=cheap');
    await screen.findByRole('link', { name: 'Claw Hammer' });
    expect(asked).toEqual(['']);
  });
});
