import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, hammer, problem } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';

const address = () => screen.getByTestId('address').textContent;

/** Answers with the query it was asked, as the name of a tool. */
function echo(): void {
  fakeShop.use(
    http.get('*/tool', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const link = searchParams.has('after') ? '' : '</tool?after=c1>; rel="next"';
      return HttpResponse.json([{ ...hammer, name: `asked: ${searchParams}` }], {
        headers: link ? { Link: link } : {},
      });
    }),
  );
}

describe('the tools on the home page', () => {
  it('show what one must know before looking closer', async () => {
    openPage('/');
    await screen.findByRole('link', { name: 'Claw Hammer' });
    await screen.findByText('$0.10');
    expect(screen.getByRole('img', { name: 'Rated 4.5 of 5' })).toBeTruthy();
    expect(screen.getByText('Minimum').nextSibling?.textContent).toBe('2');
    expect(screen.getByText('Available').nextSibling?.textContent).toBe('5');
  });

  it('are searched and sorted through the address', async () => {
    echo();
    const user = openPage('/');
    await user.type(await screen.findByRole('searchbox', { name: 'Search tools' }), 'saw');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '-PerPrice');
    // Which of them comes first depends on how soon the search is taken over, which waits until nothing is typed.
    await waitFor(() => expect(address()).toMatch(/^\/\?(?:sort=-PerPrice&search=saw|search=saw&sort=-PerPrice)$/));
    await screen.findByText('asked: search=saw&sort=-PerPrice&limit=12');
  });

  it('go on with the next page and back again', async () => {
    echo();
    const user = openPage('/?search=saw');
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    await screen.findByText('asked: search=saw&after=c1&limit=12');
    // Where the next page begins, and not at the top of all.
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tools' }));
    expect(address()).toBe('/?search=saw&after=c1');
    await user.click(screen.getByRole('link', { name: 'Previous page' }));
    await screen.findByText('asked: search=saw&limit=12');
  });

  it('lead to the next page once, however quickly its button is pressed again', async () => {
    const isOnItsWay = Promise.withResolvers<void>();
    echo();
    fakeShop.use(http.get('*/tool', ({ request }) => (request.url.includes('after') ? isOnItsWay.promise : undefined)));
    const user = openPage('/');
    await user.click(await screen.findByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(address()).toBe('/?after=c1'));
    const next = screen.getByRole('link', { name: 'Next page' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await user.click(next);
    expect(address()).toBe('/?after=c1');
    isOnItsWay.resolve();
    await screen.findByText('asked: after=c1&limit=12');
    await user.click(screen.getByRole('link', { name: 'Previous page' }));
    await screen.findByText('asked: limit=12');
  });

  it.each(['', 'search=saw&', 'inStock=true&'])(
    'of a page that has run empty are said to be no more, and those before are one step away: ?%safter=c1',
    async (query) => {
      const isOnItsWay = Promise.withResolvers<void>();
      fakeShop.use(
        http.get('*/tool', async ({ request }) => {
          if (request.url.includes('after')) return HttpResponse.json([]);
          await isOnItsWay.promise;
          return HttpResponse.json([hammer]);
        }),
      );
      const user = openPage(`/?${query}after=c1`);
      await screen.findByRole('heading', { name: 'No more tools' });
      const none = [screen.queryByText('The shelves are still empty'), screen.queryByText(/^No tool like that/)];
      expect(none).toEqual([null, null]);
      await user.click(screen.getByRole('link', { name: 'First page' }));
      await screen.findByRole('status', { name: 'Loading the tools' });
      expect(screen.queryByText(/^(No tool like that|The shelves are|No more)/)).toBeNull();
      isOnItsWay.resolve();
      await screen.findByRole('link', { name: 'Claw Hammer' });
    },
  );

  it('can be asked for again after a failure', async () => {
    fakeShop.use(http.get('*/tool', () => problem(400, 'Not today.'), { once: true }));
    const user = openPage('/');
    await screen.findByText('Not today.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it('say what went wrong, and how many there are, in regions that were there before', async () => {
    const answered = Promise.withResolvers<Response>();
    fakeShop.use(http.get('*/tool', () => answered.promise, { once: true }));
    const user = openPage('/');
    await screen.findByRole('status', { name: 'Loading the tools' });
    const shelf = within(screen.getByRole('region', { name: 'Tools' }));
    const alert = shelf.getByRole('alert');
    const count = shelf.getAllByRole('status').find((region) => !region.hasAttribute('aria-label'));
    expect([alert.textContent, count?.textContent]).toEqual(['', '']);
    answered.resolve(problem(400, 'Not today.'));
    await waitFor(() => expect(alert.textContent).toContain('Not today.'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(count?.textContent).toBe('1 tool'));
    await waitFor(() => expect(document.activeElement).toBe(alert));
  });

  it.each(['sort=bogus', `search=${'saw'.repeat(100)}`])('are shown whatever the address says: ?%s', async (query) => {
    echo();
    openPage(`/?${query}`);
    const asked = new URLSearchParams(query).get('search')?.slice(0, 200);
    await screen.findByText(`asked: ${asked ? `search=${asked}&` : ''}limit=12`);
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', '');
  });

  it('begin again where the address names a page that there is not', async () => {
    echo();
    fakeShop.use(
      http.get('*/tool', ({ request }) => (request.url.includes('garbage') ? problem(400, 'No cursor.') : undefined)),
    );
    openPage('/?sort=name&after=garbage');
    await screen.findByText('asked: sort=name&limit=12');
    expect(address()).toBe('/?sort=name');
    expect(screen.queryByText('No cursor.')).toBeNull();
  });

  const nothingLike = (word: string) =>
    http.get('*/tool', ({ request: { url } }) => HttpResponse.json(url.includes(word) ? [] : [hammer]));

  it('say when there is none like that', async () => {
    fakeShop.use(nothingLike('zzz'));
    const user = openPage('/?search=zzz');
    const words = await screen.findByText('No tool like that on the shelves');
    expect(words.closest('[role=status]')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all tools' }));
    await screen.findByRole('link', { name: 'Claw Hammer' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tools' })));
  });

  it.each(['', 'search=zzz', 'inStock=true'])(
    'say that they are empty, whatever was looked for: /?%s',
    async (query) => {
      fakeShop.use(http.get('*/tool', () => HttpResponse.json([])));
      openPage(`/?${query}`);
      const words = await screen.findByText('The shelves are still empty');
      expect(words.closest('[role=status]')).toBeTruthy();
      expect(screen.queryByText('No tool like that on the shelves')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Show all tools' })).toBeNull();
    },
  );

  it.each([
    [0, 'Sold out'],
    [1, 'Too few left'],
  ])('of which %i are left, fewer than an order takes, are marked: %s', async (Available, words) => {
    fakeShop.use(http.get('*/tool', () => HttpResponse.json([{ ...hammer, Available }])));
    openPage('/');
    await screen.findByText(words);
    expect(screen.getByText('Available').nextSibling?.textContent).toBe(`${Available}`);
  });

  it('show a drawing of our own where their picture is broken', async () => {
    openPage('/');
    const card = (await screen.findByRole('link', { name: 'Claw Hammer' })).closest('article');
    const picture = card?.querySelector('img');
    expect(picture?.getAttribute('src')).toBe(hammer.img);
    if (picture) fireEvent.error(picture);
    expect(picture?.getAttribute('src')).toBe('/pictures/no-picture.svg');
  });
});
