import { beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Product, ToolFacets, ToolSuggestion } from '../../../modules/catalog/search/contract.ts';
import { addTool, orderOf } from '../../testing/api-client.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { expectInvalid, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const category = 'Find & seek';
const other = 'Lose, and forget';
const ids: Record<string, string> = {};

beforeAll(async () => {
  const add = async (name: string, but: Parameters<typeof addTool>[1]) => {
    ids[name] = await addTool(shop.admin, { name: `Seeker ${name}`, ...but });
  };
  await add('cheap', { category, PerPrice: 1, Ratings: 2 });
  await add('good', { category, PerPrice: 10, Ratings: 5 });
  await add('none', { category, PerPrice: 20, Ratings: 4, Available: 0 });
  await add('few', { category, PerPrice: 30, Ratings: 4, Available: 2, MinimumOrder: 3 });
  await add('other', { category: other, PerPrice: 40, Ratings: 1 });
  await add('gone', { category, PerPrice: 50, Ratings: 5 });
  await shop.admin.delete(`/tool/${ids.gone}`);
});

const namesFor = async (query: string, path = '/tool') => {
  const { body } = await shop.admin.get<Tool[]>(`${path}?${query}`);
  return body.map(({ name }) => name.replace('Seeker ', ''));
};
const of = (...names: string[]) => names.map((name) => `category=${encodeURIComponent(name)}`).join('&');

describe('GET /tool, narrowed down', () => {
  it('shows what passes all filters, in any order', async () => {
    expect(await namesFor(of(category))).toEqual(['cheap', 'few', 'good', 'none']);
    expect(await namesFor(of('FIND &  Seek', other))).toEqual(['cheap', 'few', 'good', 'none', 'other']);
    expect(await namesFor(`${of(category)}&sort=-PerPrice`)).toEqual(['few', 'none', 'good', 'cheap']);
    expect(await namesFor(`${of(category)}&minPrice=10&maxPrice=20`)).toEqual(['good', 'none']);
    expect(await namesFor(`${of(category)}&inStock=true`)).toEqual(['cheap', 'good']);
    expect(await namesFor(`${of(category)}&inStock=false`)).toHaveLength(4);
    expect(await namesFor(`${of(category)}&minRating=4&sort=Ratings`)).toHaveLength(3);
    expect(await namesFor(`${of(category)}&search=seeker few`)).toEqual(['few']);
    expect(await namesFor(of('No such category'))).toEqual([]);
  });

  it('moves with stock, price and category', async () => {
    const id = await addTool(shop.admin, { name: 'Mover', category: 'Moves', Available: 1 });
    const isThere = async () => (await namesFor(`${of('Moves')}&inStock=true`)).length === 1;
    expect(await isThere()).toBe(true);
    await shop.shopper.post('/booking', orderOf(shop.shopper, id, 19.99));
    expect(await isThere()).toBe(false);
    await shop.admin.post(`/tool/${id}/stock`, { change: 1, reason: 'Found' });
    expect(await isThere()).toBe(true);
    const {
      Available: _,
      retired: __,
      sold: ___,
      _id: ____,
      ...said
    } = (await shop.nobody.get<Tool>(`/tool/${id}`)).body;
    await shop.admin.put(`/tool/${id}`, { ...said, category: 'Moved' });
    expect(await isThere()).toBe(false);
    expect(await namesFor(of('Moved'))).toEqual(['Mover']);
  });

  it('comes in pages, whose links keep all of it', async () => {
    const query = `${of(category, other)}&minPrice=1&sort=-PerPrice`;
    const all = await namesFor(query);
    const pages = await pagesOf<Tool>(shop.nobody, `/tool?${query}&limit=2`);
    expect(pages.flat().map(({ name }) => name.replace('Seeker ', ''))).toEqual(all);
    expect(pages).toHaveLength(3);
    const { headers } = await shop.nobody.get(`/tool?${query}&limit=2`);
    const after = /after=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    expectInvalid(await shop.nobody.get(`/tool?${of(category)}&minPrice=1&sort=-PerPrice&after=${after}`), 'after');
  });

  it.each([
    ['category=', 'category'],
    [`category=${'x'.repeat(81)}`, 'category'],
    [Array.from({ length: 21 }, () => 'category=a').join('&'), 'category'],
    ['minPrice=x', 'minPrice'],
    ['minPrice=-1', 'minPrice'],
    ['minPrice=', 'minPrice'],
    ['maxPrice=', 'maxPrice'],
    ['maxPrice=%20', 'maxPrice'],
    ['minRating=', 'minRating'],
    ['maxPrice=Infinity', 'maxPrice'],
    ['inStock=yes', 'inStock'],
    ['minRating=6', 'minRating'],
  ])('refuses ?%s', async (query, path) => {
    expectInvalid(await shop.nobody.get(`/tool?${query}`), path);
    expectInvalid(await shop.nobody.get(`/tool/facets?${query}`), path);
  });
});

describe('GET /tool/facets', () => {
  const facetsFor = async (query: string) => (await shop.nobody.get<ToolFacets>(`/tool/facets?${query}`)).body;

  it('counts what each value finds, given the others', async () => {
    const facets = await facetsFor(`search=seeker&${of(category)}`);
    expect(facets).toEqual({
      total: 4,
      categories: [
        { category, count: 4 },
        { category: other, count: 1 },
      ],
      price: { min: 1, max: 30 },
      inStock: 2,
      ratings: [
        { minRating: 4, count: 3 },
        { minRating: 3, count: 3 },
        { minRating: 2, count: 4 },
        { minRating: 1, count: 4 },
      ],
    });
    expect(await facetsFor(`search=seeker&${of(category)}&inStock=true&minPrice=5`)).toMatchObject({
      total: 1,
      price: { min: 1, max: 10 },
      inStock: 1,
    });
    expect(await facetsFor(of('None of that'))).toMatchObject({ total: 0, price: null });
  });

  it('is not sent again as long as nothing has moved', async () => {
    const first = await shop.nobody.get('/tool/facets');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await shop.nobody.get('/tool/facets', { headers })).status).toBe(304);
    await addTool(shop.admin, { category: 'Quite new' });
    expect((await shop.nobody.get('/tool/facets', { headers })).status).toBe(200);
  });
});

describe('GET /tool/suggestions', () => {
  const suggestionsFor = async (q: string) =>
    (await shop.nobody.get<ToolSuggestion[]>(`/tool/suggestions?q=${encodeURIComponent(q)}`)).body;

  it('suggests categories and names by their beginning, and misspelt', async () => {
    expect(await suggestionsFor('find')).toContainEqual({ kind: 'category', text: category, count: 4 });
    expect(await suggestionsFor('seeker go')).toEqual([{ kind: 'tool', text: 'Seeker good', toolId: ids.good }]);
    expect((await suggestionsFor('seekre')).map(({ text }) => text)).toContain('Seeker good');
    expect((await suggestionsFor('seeker')).map(({ text }) => text)).not.toContain('Seeker gone');
    for (const nothing of ['', ' ', '%', 'qqqqqqqq']) expect(await suggestionsFor(nothing)).toEqual([]);
    expectInvalid(await shop.nobody.get(`/tool/suggestions?q=${'x'.repeat(101)}`), 'q');
  });
});

describe('GET /tool/{id}/related', () => {
  it('shows six tools at most, the nearest first; of one that is not there, nothing', async () => {
    const { body } = await shop.nobody.get<Tool[]>(`/tool/${ids.good}/related`);
    expect(body.length).toBeLessThanOrEqual(6);
    expect(body.map(({ name }) => name).slice(0, 2)).toEqual(['Seeker cheap', 'Seeker other']);
    expect(body.map(({ _id }) => _id)).not.toEqual(expect.arrayContaining([ids.good]));
    expect(body.some(({ retired }) => retired)).toBe(false);
    expectProblem(await shop.nobody.get('/tool/nowhere/related'), 404, 'There is no such tool.');
  });
});

describe('GET /products', () => {
  it('shows admins all tools, with what is held and sold', async () => {
    const { body } = await shop.admin.get<Product[]>(`/products?search=seeker`);
    expect(body).toHaveLength(6);
    await shop.shopper.post('/booking', orderOf(shop.shopper, ids.cheap ?? '', 1));
    const [cheap] = (await shop.admin.get<Product[]>('/products?search=seeker cheap')).body;
    expect(cheap).toMatchObject({ _id: ids.cheap, Available: 9, held: 1, sold: 0, retired: false, version: 0 });
    expect((await shop.nobody.get(`/tool/${ids.cheap}`)).text).not.toContain('held');
  });

  it.each([
    ['all', ['cheap', 'few', 'gone', 'good', 'none']],
    ['offered', ['cheap', 'few', 'good', 'none']],
    ['sold-out', ['few', 'none']],
    ['retired', ['gone']],
  ])('shows of a category what is %s', async (state, names) =>
    expect(await namesFor(`${of(category)}&state=${state}`, '/products')).toEqual(names),
  );

  it('comes in any order, and in pages', async () => {
    expect(await namesFor(`${of(category)}&sort=-PerPrice`, '/products')).toEqual([
      'gone',
      'few',
      'none',
      'good',
      'cheap',
    ]);
    for (const sort of ['sold', '-sold', '-Available', 'name']) {
      const all = await namesFor(`sort=${sort}`, '/products');
      const pages = await pagesOf<Product>(shop.admin, `/products?sort=${sort}&limit=7`);
      expect(pages.flat().map(({ name }) => name.replace('Seeker ', ''))).toEqual(all);
    }
    expectInvalid(await shop.admin.get('/products?sort=held'), 'sort');
    expectInvalid(await shop.admin.get('/products?state=gone'), 'state');
  });
});
