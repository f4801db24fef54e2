import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryKey } from '../categories/contract.ts';
import type { Tool } from '../contract.ts';
import { canBeOrdered } from './can-be-ordered.ts';
import { facetsOf } from './facets.ts';
import { type Filter, offered } from './filter.ts';
import { relatedTo } from './related.ts';
import { Shelf } from './shelf.ts';
import { ShelfLookup } from './shelf-lookup.ts';
import { suggestionsFor } from './suggestions.ts';
import { wordsIn } from './words.ts';

const toolOf = (_id: string, but: Partial<Tool> = {}): Tool => ({
  _id,
  name: _id,
  img: '/a.svg',
  Description: 'A tool.',
  MinimumOrder: 1,
  Available: 5,
  BuyGear: 0,
  PerPrice: 10,
  TotalPrice: 10,
  Ratings: 4,
  version: 0,
  retired: false,
  sold: 0,
  ...but,
});

function shelfOf(...tools: Tool[]): Shelf {
  const shelf = new Shelf();
  for (const tool of tools) shelf.put(tool._id, JSON.stringify(tool));
  return shelf;
}

const idsOf = (
  shelf: Shelf,
  filter: Partial<Filter>,
  order: Parameters<Shelf['find']>[1] = 'name',
  words?: readonly string[],
) => [...shelf.find({ words, filter: { ...offered, ...filter } }, order).numbers].map((number) => shelf.at(number)?.id);

const categories = ['Hand tools', 'hand  TOOLS', 'Power tools', undefined];
const tool = fc.record({
  id: fc.integer({ min: 0, max: 8 }).map((n) => `t${n}`),
  but: fc.option(
    fc.record({
      name: fc.constantFrom('Saw', 'Hammer', 'Saw blade'),
      category: fc.constantFrom(...categories),
      PerPrice: fc.integer({ min: 0, max: 4 }),
      Ratings: fc.integer({ min: 0, max: 5 }),
      Available: fc.integer({ min: 0, max: 3 }),
      MinimumOrder: fc.integer({ min: 0, max: 2 }),
      sold: fc.nat(3),
      retired: fc.boolean(),
    }),
  ),
});
const filter = fc.record({
  state: fc.constantFrom('all', 'offered', 'sold-out', 'retired'),
  categories: fc.constantFrom([], ['hand tools'], ['hand tools', 'power tools'], ['unknown']),
  minPrice: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  maxPrice: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  inStock: fc.boolean(),
  minRating: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
}) as fc.Arbitrary<Filter>;

/** The same by looking at each. */
function isWanted(one: Tool, filter: Filter, but?: string): boolean {
  const { state, categories, minPrice = 0, maxPrice = 99, inStock, minRating = 0 } = filter;
  const category = one.category === undefined ? undefined : categoryKey(one.category);
  const isInState = {
    all: true,
    offered: !one.retired,
    retired: one.retired,
    'sold-out': !one.retired && !canBeOrdered(one),
  };
  return (
    isInState[state] &&
    (but === 'category' || categories.length === 0 || (category !== undefined && categories.includes(category))) &&
    (but === 'price' || (one.PerPrice >= minPrice && one.PerPrice <= maxPrice)) &&
    (but === 'stock' || !inStock || canBeOrdered(one)) &&
    (but === 'rating' || one.Ratings >= minRating)
  );
}

describe('narrowing tools down', () => {
  it('finds and counts what a look at each of them finds, in every order, whatever came, changed and went', () =>
    fc.assert(
      fc.property(
        fc.array(tool, { maxLength: 40 }),
        filter,
        fc.constantFrom(undefined, ['saw']),
        (puts, filter, words) => {
          const shelf = shelfOf();
          const all = new Map<string, Tool>();
          for (const order of ['name', 'PerPrice', 'sold'] as const) shelf.find({ words, filter }, order);
          for (const { id, but } of puts) {
            const one = but ? toolOf(id, but) : undefined;
            if (one) all.set(id, one);
            else all.delete(id);
            shelf.put(id, one && JSON.stringify(one));
          }
          const found = [...all.values()].filter(({ name }) => !words || name.includes('Saw'));
          const wanted = found.filter((one) => isWanted(one, filter));
          for (const order of ['name', 'PerPrice', 'Ratings', 'Available', 'sold'] as const) {
            const value = (one: Tool) => (order === 'name' ? one.name.toLowerCase() : one[order]);
            const sorted = wanted.toSorted((a, b) =>
              value(a) === value(b) ? (a._id < b._id ? -1 : 1) : value(a) < value(b) ? -1 : 1,
            );
            expect(idsOf(shelf, filter, order, words), order).toEqual(sorted.map(({ _id }) => _id));
          }
          const facets = facetsOf(shelf, { words, filter });
          const without = (but: string) => found.filter((one) => isWanted(one, filter, but));
          expect(facets.total).toBe(wanted.length);
          expect(facets.inStock).toBe(without('stock').filter(canBeOrdered).length);
          for (const { category, count } of facets.categories) {
            const key = categoryKey(category);
            expect(count).toBe(without('category').filter((one) => categoryKey(one.category ?? '') === key).length);
          }
          expect(facets.categories.reduce((sum, { count }) => sum + count, 0)).toBe(
            without('category').filter(({ category }) => category !== undefined).length,
          );
          const ofAny = found.filter((one) => isWanted(one, { state: filter.state, categories: [] }));
          const keys = ofAny.flatMap(({ category }) => (category === undefined ? [] : categoryKey(category)));
          expect(new Set(facets.categories.map(({ category }) => categoryKey(category)))).toEqual(
            new Set([...keys, ...filter.categories]),
          );
          for (const { minRating, count } of facets.ratings) {
            expect(count).toBe(without('rating').filter(({ Ratings }) => Ratings >= minRating).length);
          }
          const prices = without('price').map(({ PerPrice }) => PerPrice);
          expect(facets.price).toEqual(
            prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
          );
        },
      ),
    ));

  it('takes a category for the same however it is written, and calls it as most do', () => {
    const called = ['Hand Tools', 'hand tools', 'Hand tools', 'Hand tools '].map((category, n) =>
      toolOf(`t${n}`, { category }),
    );
    const shelf = shelfOf(...called, toolOf('t9', { category: 'Hand tools' }));
    expect(idsOf(shelf, { categories: [categoryKey('HAND  tools')] })).toHaveLength(5);
    const { categories } = facetsOf(shelf, { words: undefined, filter: offered });
    expect(categories).toEqual([{ category: 'Hand tools', count: 5 }]);
  });

  it('counts a hundred categories at most, and always those that were chosen', () => {
    const tools = Array.from({ length: 150 }, (_, n) => toolOf(`t${n}`, { category: `c${n % 120}` }));
    const filter = { ...offered, categories: ['c119', 'gone'] };
    const { categories } = facetsOf(shelfOf(...tools), { words: undefined, filter });
    expect(categories).toHaveLength(100);
    expect(categories).toEqual(
      expect.arrayContaining([
        { category: 'c119', count: 1 },
        { category: 'gone', count: 0 },
      ]),
    );
  });
});

describe('suggestions', () => {
  const suggest = (shelf: Shelf, q: string) => {
    const words = [...wordsIn(q)];
    return suggestionsFor(shelf, words, shelf.find({ words, filter: offered }, 'worth'));
  };

  it('are categories and names, each once, by beginning and also misspelt; nothing that is retired', () => {
    const shelf = shelfOf(
      toolOf('t1', { name: 'Claw Hammer', category: 'Hammers' }),
      toolOf('t2', { name: 'Claw hammer', category: 'Hammers' }),
      toolOf('t3', { name: 'Old Hammer', category: 'Hammers of old', retired: true }),
    );
    const both = [
      { kind: 'category', text: 'Hammers', count: 2 },
      { kind: 'tool', text: 'Claw Hammer', toolId: 't1' },
    ];
    expect(suggest(shelf, 'hamm')).toEqual(both);
    expect(suggest(shelf, 'hamemr')).toEqual(both.slice(1));
    expect(suggest(shelf, 'hamemrs')).toEqual(both.slice(0, 1));
    expect(suggest(shelf, 'old')).toEqual([]);
  });

  it('are eight at most', () => {
    const tools = Array.from({ length: 30 }, (_, n) => toolOf(`t${n}`, { name: `Saw ${n}`, category: `Saws ${n}` }));
    const suggested = suggest(shelfOf(...tools), 'saw');
    expect(suggested.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 3 }, () => 'category'),
      ...Array.from({ length: 5 }, () => 'tool'),
    ]);
  });
});

describe('what is related to a tool', () => {
  const related = (shelf: Shelf, id: string) => relatedTo(shelf, id)?.map((number) => shelf.at(number)?.id);

  it('is of its category, called alike or costs as much, what can be ordered first; never itself or what is retired', () => {
    const shelf = shelfOf(
      toolOf('hammer', { name: 'Claw Hammer', category: 'Hand tools', PerPrice: 18 }),
      toolOf('same', { name: 'Saw', category: 'hand tools', PerPrice: 20 }),
      toolOf('alike', { name: 'Ball Hammer', PerPrice: 1 }),
      toolOf('both', { name: 'Sledge hammer', category: 'Hand tools', PerPrice: 90 }),
      toolOf('near', { name: 'Glue', PerPrice: 18 }),
      toolOf('far', { name: 'Lathe', PerPrice: 9_000 }),
      toolOf('sold out', { name: 'Claw Hammer', category: 'Hand tools', PerPrice: 18, Available: 0 }),
      toolOf('retired', { name: 'Claw Hammer', category: 'Hand tools', PerPrice: 18, retired: true }),
    );
    expect(related(shelf, 'hammer')).toEqual(['both', 'same', 'alike', 'near', 'far', 'sold out']);
    expect(related(shelf, 'retired')).toEqual(['hammer', 'both', 'same', 'alike', 'near', 'far']);
    expect(related(shelf, 'nowhere')).toBeUndefined();
  });
});

describe('what is kept of what was asked for', () => {
  it('stays while pieces are ordered, and says what has changed beside them', async () => {
    const shelf = shelfOf(toolOf('a', { category: 'Hammers' }), toolOf('b', { category: 'Hammers' }));
    const lookup = new ShelfLookup(shelf, async (work) => work());
    const asked = async () => [await lookup.facets(undefined, offered), await lookup.suggestions('hammers')];
    const related = async () => JSON.parse(String(await lookup.related('b')));
    const put = (but: Partial<Tool>) => shelf.put('a', JSON.stringify(toolOf('a', { category: 'Hammers', ...but })));
    const before = await asked();
    expect(await related()).toMatchObject([{ _id: 'a', Available: 5 }]);
    put({ Available: 4 });
    expect((await asked()).map((one, at) => one === before[at])).toEqual([true, true]);
    expect(await related()).toMatchObject([{ _id: 'a', Available: 4 }]);
    put({ Available: 0 });
    expect(JSON.parse(String((await asked())[0]))).toMatchObject({ inStock: 1 });
    shelf.put('b', JSON.stringify(toolOf('b', { category: 'HAMMERS' })));
    put({ Available: 0, category: 'HAMMERS' });
    expect((await asked()).map((one) => String(one).includes('HAMMERS'))).toEqual([true, true]);
    shelf.put('a', undefined);
    expect(await related()).toEqual([]);
  });

  it('takes no memory but its own', async () => {
    const lookup = new ShelfLookup(shelfOf(toolOf('a', {}), toolOf('b', {})), async (work) => work());
    const kept = [await lookup.facets(undefined, offered), await lookup.suggestions('h'), await lookup.related('b')];
    expect(kept.map((json) => json?.buffer.byteLength)).toEqual(kept.map((json) => json?.length));
  });
});
