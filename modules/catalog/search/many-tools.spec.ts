import { beforeAll, describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { searchInTurn } from '../../../backend/testing/deciding/search-in-turn.ts';
import { watchLoop } from '../../../backend/testing/measuring/loop-silence.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import type { Tool } from '../contract.ts';
import { tools } from '../read-models/tools.ts';
import { toolAdded, toolDetailsChanged } from '../testing/examples.ts';
import { facetsOf } from './facets.ts';
import { type Filter, offered } from './filter.ts';
import { relatedTo } from './related.ts';
import { Shelf } from './shelf.ts';
import { suggestionsFor } from './suggestions.ts';
import { ToolSearch } from './tool-search.ts';
import { wordsIn } from './words.ts';

const many = 20_000;
/** Milliseconds. */
const mostForSearch = 5;
const mostInOneGo = 50;

const kinds = ['Hammer', 'Drill', 'Saw', 'Wrench', 'Bolt', 'Chisel', 'Clamp', 'Level', 'Router', 'Sander'];
const makes = ['Acme', 'Boreal', 'Cobalt', 'Delta', 'Everest', 'Falcon', 'Granite'];
const uses = ['for wood', 'for metal and stone', 'with a spare battery', 'in a case', 'that lasts a lifetime'];

const added = Array.from({ length: many }, (_, n) =>
  toolAdded({
    toolId: `tool-${n}`,
    name: `${makes[n % makes.length]} ${kinds[n % kinds.length]} ${n}`,
    description: `A ${kinds[(n * 3) % kinds.length]} ${uses[n % uses.length]}. Model M${(n * 7919) % 100_000}, made by ${makes[(n * 5) % makes.length]}.`,
    ratings: n % 5,
    perPrice: { amount: 100 + ((n * 7919) % 100_000), currency: 'usd' },
    available: n % 4,
    category: `${kinds[n % kinds.length]}s of ${makes[n % makes.length]}`,
  }),
);

describe(`a shop with ${many} tools`, () => {
  const readModels = new InMemoryReadModels();
  const view = viewOf(readModels, tools);
  const shelf = new Shelf();

  beforeAll(async () => {
    readModels.follow(
      [tools],
      added.map((event, at) => stored(event, { position: BigInt(at + 1) })),
    );
    for (const { data } of added) shelf.put(data.toolId, (await view.text(data.toolId)).text);
    for (const _ of shelf.putInOrder());
  });

  /** Of the shelf's tools, which it reads page by page: the double makes its list anew for each. */
  const shownTexts = () => added.map(({ data }) => shelf.at(Number(data.toolId.slice('tool-'.length)))?.text ?? '');

  function unfilledSearch(shown = shownTexts()): ToolSearch {
    const texts = async ({ limit, after = '0' }: { limit: number; after?: string }) => {
      const [begin, end] = [Number(after), Number(after) + limit];
      return { documents: shown.slice(begin, end), next: end < shown.length ? String(end) : undefined, asOf: 0n };
    };
    return new ToolSearch({ tools: { ...view, texts }, caughtUp: async () => true, inTurn: searchInTurn });
  }

  it.each([
    ['a rare word', 'M7919'],
    ['a word that nobody has', 'qwertzuiop'],
    ['a frequent word', 'hammer'],
    ['a word that all have', 'made'],
    ['the beginning of a word', 'ham'],
    ['one letter', 'a'],
    ['a misspelt word', 'hamemr'],
    ['several words', 'acme drill wood 1'],
    ['as many letters as there are', [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ')],
    ['as many words as there is room for', Array.from({ length: 50 }, (_, n) => `a${n}x`).join(' ')],
    [
      'as many misspelt words as there is room for',
      'hamemr dirll wernch chiesl clmap levle roteur sadner batetry lifetmie',
    ],
  ])('searches them for %s within 5 ms', (_, search) => {
    const sought = { words: [...wordsIn(search)], filter: offered };
    expectWithin(mostForSearch, () => shelf.find(sought, 'worth'));
  });

  it('searches them within 5 ms, too, where names have no blanks, for characters and words that thousands have', () => {
    const unspaced = new Shelf();
    const tool: Tool = JSON.parse(shelf.numbered('tool-0')?.tool.text ?? '');
    const named = ['电动工具箱', '冲击钻', '角磨机', '羊角锤', '手锯'];
    const modelOf = (n: number) => String.fromCharCode(...[...`${n}`].map((digit) => 0x5000 + Number(digit)));
    for (let n = 0; n < many; n++) {
      const name = `博世${named[n % named.length]}${modelOf(n)}型`;
      const Description = `适用于木材和金属的${named[(n * 3) % named.length]}${modelOf(n)}，终身保修`;
      unspaced.put(`${n}`, JSON.stringify({ ...tool, _id: `${n}`, name, Description }));
    }
    for (const [search, found] of [
      ['的', many],
      ['工具', many / 5],
      ['角磨机', (2 * many) / 5],
      ['博世电动工具箱', many / 5],
    ] as const) {
      const sought = { words: [...wordsIn(search)], filter: offered };
      expectWithin(mostForSearch, () => unspaced.find(sought, 'worth'), search);
      expect(unspaced.find(sought, 'worth').numbers.length, search).toBeGreaterThanOrEqual(found);
    }
  });

  it('takes a description without blanks anew within 2 ms, however many characters others have', () => {
    const unspaced = new Shelf();
    const tool: Tool = JSON.parse(shelf.numbered('tool-0')?.tool.text ?? '');
    // Each character before each other one, by and by, as in a language of some thousands.
    const text = (n: number) =>
      String.fromCharCode(
        ...Array.from({ length: 200 }, (_, at) => 0x4e00 + ((n * 199 + at * (1 + (n % 17))) % 3_000)),
      );
    const put = (id: number, n: number) =>
      unspaced.put(`${id}`, JSON.stringify({ ...tool, _id: `${id}`, Description: text(n) }));
    for (let n = 0; n < 1_000; n++) put(n, n);
    let last = 1_000;
    expectWithin(2, () => put(77, ++last));
    const words = [...wordsIn(text(last).slice(50, 60))];
    expect(unspaced.find({ words, filter: offered }, 'worth').numbers).toContain(unspaced.numbered('77')?.number);
  });

  it('finds a word that has just come within 5 ms', () => {
    const shown: Tool = JSON.parse(shelf.numbered('tool-0')?.tool.text ?? '');
    let name = 'jigsaw';
    const findNew = () => {
      name += 'q';
      shelf.put('tool-new', JSON.stringify({ ...shown, _id: 'tool-new', name }));
      expect(shelf.find({ words: [name.slice(1)], filter: offered }, 'worth').numbers).toHaveLength(1);
    };
    expectWithin(mostForSearch, findNew);
    shelf.put('tool-new', undefined);
  });

  it.each(['name', 'PerPrice', 'Available'] as const)('puts all of them in order by %s in one go of 50 ms', (by) => {
    const all = { words: ['made'], filter: offered };
    expect(shelf.find(all, by).numbers).toHaveLength(many);
    expectWithin(mostInOneGo, () => shelf.find(all, by));
  });

  const narrow: readonly (readonly [string, Filter])[] = [
    ['a category', { ...offered, categories: ['saws of acme'] }],
    ['what most pass', { ...offered, minPrice: 0, maxPrice: 1_000_000 }],
    [
      'all at once',
      { state: 'offered', categories: ['saws of acme'], minPrice: 5, maxPrice: 500, inStock: true, minRating: 2 },
    ],
    [
      'as many categories as there is room for',
      { ...offered, categories: Array.from({ length: 20 }, (_, n) => `c${n}`) },
    ],
  ];

  it.each(narrow)('narrows them down by %s within 5 ms, in any order, and counts what else there is', (_, filter) => {
    for (const order of ['worth', 'name', 'PerPrice', 'Ratings', 'Available', 'sold'] as const) {
      const sought = { words: undefined, filter };
      shelf.find(sought, order); // From then on the order is kept.
      expectWithin(mostForSearch, () => shelf.find(sought, order), order);
    }
    for (const words of [undefined, ['made'], ['hammer']]) {
      expectWithin(mostForSearch, () => facetsOf(shelf, { words, filter }));
    }
  });

  it('keeps them in each order while they change', () => {
    const [first] = added;
    const id = first?.data.toolId ?? '';
    const { number = 0, tool } = shelf.numbered(id) ?? {};
    const shown: Tool = JSON.parse(tool?.text ?? '');
    const dearest = { ...shown, PerPrice: 1_000_000, Available: 1_000_000 };
    const lastBy = (order: 'PerPrice' | 'Available') =>
      shelf.find({ words: undefined, filter: offered }, order).numbers.at(-1);
    shelf.put(id, JSON.stringify(dearest));
    expect([lastBy('PerPrice'), lastBy('Available')]).toEqual([number, number]);
    expectWithin(1, () => shelf.put(id, JSON.stringify({ ...dearest, Available: Math.random() })));
    shelf.put(id, JSON.stringify(shown));
    expect(lastBy('PerPrice')).not.toBe(number);
  });

  it.each(['a', 'ham', 'hamemr', 'driil', 'drlil', '77m', 'acme saw', 'saws of acme', 'made'])(
    'suggests what %j may mean within 5 ms',
    (q) => {
      const words = [...wordsIn(q)].sort();
      const suggest = () => suggestionsFor(shelf, words, shelf.find({ words, filter: offered }, 'worth'));
      expect(suggest().length).toBeGreaterThan(0);
      expect(suggest().length).toBeLessThanOrEqual(8);
      expectWithin(mostForSearch, suggest);
    },
  );

  it('finds what is near to one within 5 ms', () => {
    expect(relatedTo(shelf, 'tool-77')).toHaveLength(6);
    expectWithin(mostForSearch, () => relatedTo(shelf, 'tool-77'));
  });

  it('finds what is near to one within 5 ms, too, where all are called alike and cost the same', () => {
    const alike = new Shelf();
    const [first] = added;
    const tool: Tool = JSON.parse(shelf.numbered(first?.data.toolId ?? '')?.tool.text ?? '');
    for (let n = 0; n < many; n++) {
      const name = `Heavy Duty Cordless Hammer Drill Driver Set Deluxe ${n}`;
      alike.put(`alike-${n}`, JSON.stringify({ ...tool, _id: `alike-${n}`, name, category: 'Drills', Available: 5 }));
    }
    expect(relatedTo(alike, 'alike-77')).toHaveLength(6);
    expectWithin(mostForSearch, () => relatedTo(alike, 'alike-77'));
  });

  it('finds a description that is said anew as fast as it is short, however many others have its words', () => {
    const [first] = added;
    const tool: Tool = JSON.parse(shelf.numbered(first?.data.toolId ?? '')?.tool.text ?? '');
    const words = Array.from({ length: 60 }, (_, n) => `word${String.fromCharCode(97 + (n % 26))}`.repeat(1 + (n % 3)));
    const wordy = (id: number, last: string) =>
      JSON.stringify({ ...tool, _id: `wordy-${id}`, Description: [...words, last].join(' ') });
    const alike = new Shelf();
    for (let n = 0; n < many; n++) alike.put(`wordy-${n}`, wordy(n, 'drill'));
    let last = 'jigsaw';
    // In each list of those that have one of the words it would be looked for among all: that takes ten milliseconds.
    expectWithin(1, () => {
      last += 'q';
      alike.put('wordy-77', wordy(77, last));
    });
    const found = alike.find({ words: [last], filter: offered }, 'worth');
    expect(found.numbers).toEqual([alike.numbered('wordy-77')?.number]);
  });

  it('leaves the event loop to others while it reads long descriptions again', async () => {
    const search = unfilledSearch();
    await search.fill();
    const lettersOf = (n: number) => n.toString().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    const long = Array.from({ length: 8_000 }, (_, n) => lettersOf(n)).join(' ');
    const changed = added
      .slice(0, 50)
      .map(({ data }) => toolDetailsChanged({ toolId: data.toolId, description: long }));
    const events = changed.map((event, at) => stored(event, { position: BigInt(many + at + 1) }));
    readModels.follow([tools], events);
    search.hear({ events, position: BigInt(many + 50), caughtUp: true }, () => true);
    const loop = watchLoop();
    await search.find({ search: 'made', by: undefined, limit: 10, order: 'ascending', filter: offered });
    expect(loop.stop()[0] ?? 0).toBeLessThan(mostInOneGo);
  });

  it('leaves the event loop to others while hundreds ask at once, each for something else', async () => {
    const search = unfilledSearch();
    await search.fill();
    await search.related('tool-0');
    const from = (minPrice: number): Filter => ({ ...offered, minPrice });
    const found = { search: 'made', by: undefined, limit: 10, order: 'ascending' } as const;
    const asks: readonly ((n: number) => Promise<unknown>)[] = [
      (n) => search.related(`tool-${n}`),
      (n) => search.facets('made', from(n)),
      (n) => search.find({ ...found, filter: from(n) }),
      (n) => search.suggestions(`made ${n}`),
    ];
    for (const ask of asks) {
      const loop = watchLoop();
      await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n + 1)));
      expect(loop.stop()[0] ?? 0, String(ask)).toBeLessThan(mostInOneGo);
    }
  });

  it('puts them on the shelf without keeping the event loop for 50 ms', async () => {
    const search = unfilledSearch();
    const loop = watchLoop();
    await search.fill();
    expect(loop.stop()[0] ?? 0).toBeLessThan(mostInOneGo);
    expect(search.size).toBe(many);
  });

  it('lets others have far more turns while it puts as many with long descriptions on the shelf', async () => {
    const tool: Tool = JSON.parse(shelf.numbered('tool-0')?.tool.text ?? '');
    const character = (n: number) => String.fromCharCode(0x4e00 + (n % 3_000));
    const long = (id: number) =>
      Array.from({ length: 1_500 }, (_, n) => character(id * 7 + n * (1 + (n % 11)))).join('');
    const turnsWhileFilled = async (descriptionOf: (id: number) => string) => {
      const texts = Array.from({ length: 150 }, (_, id) =>
        JSON.stringify({ ...tool, _id: `${id}`, Description: descriptionOf(id) }),
      );
      const search = unfilledSearch(texts);
      let [turns, isFilled] = [0, false];
      const turn = () => {
        turns += 1;
        if (!isFilled) setImmediate(turn);
      };
      setImmediate(turn);
      await search.fill();
      isFilled = true;
      return turns;
    };
    expect(await turnsWhileFilled(long)).toBeGreaterThan((await turnsWhileFilled(() => 'A saw')) + 10);
  });
});

/** Others keep the machine busy: what the best of thirty takes is what it takes. None is tried beyond the first that is short enough. */
function expectWithin(most: number, work: () => unknown, what?: string): void {
  let least = millisecondsOf(work);
  for (let tried = 1; tried < 30 && least >= most; tried++) least = Math.min(least, millisecondsOf(work));
  expect(least, what).toBeLessThan(most);
}

/** By the clock: the processor's time is told in steps of several milliseconds. */
function millisecondsOf(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}
