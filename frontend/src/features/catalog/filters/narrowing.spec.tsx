import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolFacets } from '../../../../../modules/catalog/search/contract.ts';
import { fakeShop, hammer } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';

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

  it('have a category ticked that is set, however the address writes it, and take it away', async () => {
    const user = openPage('/?category=saws&category=%20SAWS&category=Hammers');
    await user.click(await screen.findByRole('button', { name: /^Filters/ }));
    const saws = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Saws\s*\(4\)$/ });
    expect(saws.checked).toBe(true);
    await user.click(saws);
    await waitFor(() => expect(address()).toBe('/?category=Hammers'));
    await user.click(saws);
    await waitFor(() => expect(address()).toBe('/?category=Hammers&category=Saws'));
  });

  it('give the focus back to their button when their drawer closes on a phone, also the first time', async () => {
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: /max-width: 48em/.test(query) }));
    const user = openPage('/');
    const opener = await screen.findByRole('button', { name: 'Filters' });
    for (const time of ['first', 'second']) {
      await user.click(opener);
      const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }));
      await user.click(await drawer.findByRole('button', { name: 'Show 7 tools' }));
      await waitFor(() => expect(document.activeElement, `the ${time} time`).toBe(opener));
    }
  });

  it('stay open on a phone, at the amount, where that is no price, and close once it is one', async () => {
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: /max-width: 48em/.test(query) }));
    const user = openPage('/');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const from = await screen.findByRole('textbox', { name: 'From' });
    const show = await screen.findByRole('button', { name: 'Show 7 tools' });
    await user.type(from, '1,000');
    await user.click(show);
    screen.getByText('It could be 1000 or 1: write the one you mean');
    await waitFor(() => expect(document.activeElement).toBe(from));
    await user.clear(from);
    await user.type(from, '1000');
    await user.click(show);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/?minPrice=1000');
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

  it.each(['0.001', '1.555', '1234567890.9999'])('take the page down for no amount: %s', async (amount) => {
    openPage(`/?minPrice=${amount}&maxPrice=9999999999`);
    await screen.findByRole('button', { name: /^Remove the filter: \$[\d,.]+ to \$9,999,999,999\.00$/ });
    expect(asked.at(-1)).toBe(`minPrice=${amount}&maxPrice=9999999999`);
  });

  it.each(['abc', '-5', '1e9', '$20', '٥', '1.23456', '99999999999999999999'])(
    'say of %s that it is no price, keep it, and take what comes in its place',
    async (typed) => {
      const user = openPage('/?minPrice=2');
      await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
      const field = await screen.findByRole('textbox', { name: 'From' });
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      await screen.findByText('A price is a number, such as 12.50');
      expect([address(), (field as HTMLInputElement).value]).toEqual(['/?minPrice=2', typed]);
      await user.clear(field);
      await user.type(field, '7{Enter}');
      await waitFor(() => expect(address()).toBe('/?minPrice=7'));
      expect(screen.queryByText('A price is a number, such as 12.50')).toBeNull();
    },
  );

  it.each(['1,000', '1.000'])('ask of %s which of two prices is meant', async (typed) => {
    const user = openPage('/');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const from = await screen.findByRole('textbox', { name: 'From' });
    await user.type(from, `${typed}{Enter}`);
    await screen.findByText('It could be 1000 or 1: write the one you mean');
    expect(address()).toBe('/');
    await user.clear(from);
    await user.type(from, '1.000,50{Enter}');
    await waitFor(() => expect(address()).toBe('/?minPrice=1000.5'));
  });

  it('leave an amount as the address has it where nothing is typed', async () => {
    const user = openPage('/?minPrice=5.50&maxPrice=1.000');
    await user.click(await screen.findByRole('button', { name: 'Filters (2)' }));
    await user.click(await screen.findByRole('textbox', { name: 'From' }));
    await user.click(screen.getByRole('textbox', { name: 'To' }));
    await user.tab();
    expect(address()).toBe('/?minPrice=5.50&maxPrice=1.000');
    expect(screen.queryByText(/write the one you mean/)).toBeNull();
  });

  it('say that nothing can cost from more to less', async () => {
    const user = openPage('/?minPrice=500');
    await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
    await user.type(await screen.findByRole('textbox', { name: 'To' }), '10{Enter}');
    await screen.findByText('This is less than From');
    await user.click(await screen.findByRole('button', { name: /^Remove the filter/ }));
    await waitFor(() => expect(screen.queryByText('This is less than From')).toBeNull());
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
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tools' })));
  });

  it('lead to a category that is called what was searched for, where no tool is', async () => {
    fakeShop.use(
      http.get('*/tool', ({ request }) => HttpResponse.json(request.url.includes('search') ? [] : [hammer])),
      http.get('*/tool/suggestions', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('q') === 'measuring'
            ? [{ kind: 'category', text: 'Measuring', count: 3 }]
            : [],
        ),
      ),
    );
    const user = openPage('/?search=measuring&sort=name');
    await user.click(await screen.findByRole('link', { name: 'There is a category “Measuring”: 3 tools' }));
    await waitFor(() => expect(address()).toBe('/?category=Measuring'));
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it('are nothing of what the address has that makes no sense', async () => {
    openPage('/?category=&minRating=9&inStock=perhaps&maxPrice=cheap');
    await screen.findByRole('link', { name: 'Claw Hammer' });
    expect(asked).toEqual(['']);
  });
});
