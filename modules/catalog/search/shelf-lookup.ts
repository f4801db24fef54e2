import { LRUCache } from 'lru-cache';
import type { InTurn } from '../../kernel/concurrency/in-turn.ts';
import { cursorAfter, type Place, placeOf } from '../../kernel/documents/cursor.ts';
import { compareBytes } from '../../kernel/encoding/compare-bytes.ts';
import { ownBytes } from '../../kernel/memory/own-bytes.ts';
import type { ListQuery } from '../../kernel/read-models.ts';
import { tools as projection } from '../read-models/tools.ts';
import { AskedLately } from './asked-lately.ts';
import { facetsOf } from './facets.ts';
import { type Filter, offered } from './filter.ts';
import { type FieldOrder, firstAt } from './in-order.ts';
import { relatedTo } from './related.ts';
import type { Finds, Order, Shelf, Sought } from './shelf.ts';
import { suggestionsFor } from './suggestions.ts';
import { wordsIn } from './words.ts';

/** What is looked for, and which page of what is found. */
export type Wanted = Pick<ListQuery, 'limit' | 'after' | 'order'> & {
  /** Everything, when left out. */
  readonly search?: string | undefined;
  /** What is offered, when left out. */
  readonly filter?: Filter;
  /** By what it is put in order: how well it fits, when left out; by name where nothing is searched for. */
  readonly by: FieldOrder | undefined;
};

export type FoundPage = {
  readonly documents: string[];
  readonly ids: readonly string[];
  readonly next: string | undefined;
};

/** Which list of finds it is, as its cursors know it. */
type Listed = Pick<ListQuery, 'index' | 'key' | 'order'>;

/** What may be kept of what was looked for last, in bytes: lists of finds, their pages, all other answers, and what is near to which. */
const kept = {
  finds: 8 * 1_024 * 1_024,
  pages: 8 * 1_024 * 1_024,
  answers: 4 * 1_024 * 1_024,
  related: 2 * 1_024 * 1_024,
};

type KeptFinds = { readonly finds: Finds; readonly version: number };
type KeptPage = FoundPage & { readonly version: number };
type KeptAnswer = { readonly json: Buffer; readonly version: number };
type KeptNumbers = { readonly numbers: readonly number[]; readonly version: number };

/** Looks things up on a shelf, and keeps what was looked up as long as it is true. What is kept waits for no turn. */
export class ShelfLookup {
  readonly #shelf: Shelf;
  readonly #inTurn: InTurn;
  readonly #finds = new LRUCache<string, KeptFinds>({
    maxSize: kept.finds,
    sizeCalculation: ({ finds }, key) => 384 + 2 * key.length + 16 * finds.numbers.length,
  });
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: kept.pages,
    // The texts are the shelf's; what is made of them to be sent is as long again.
    sizeCalculation: ({ documents }, key) =>
      512 + 2 * key.length + documents.reduce((sum, { length }) => sum + 8 + 2 * length, 0),
  });
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: kept.answers,
    sizeCalculation: ({ json }, key) => 512 + 2 * key.length + 2 * json.length,
  });
  readonly #related = new LRUCache<string, KeptNumbers>({
    maxSize: kept.related,
    sizeCalculation: ({ numbers }, key) => 384 + 2 * key.length + 16 * numbers.length,
  });

  /**
   * A page is kept from the second time on that it is asked for. Of those that nobody asks for again each would live just long
   * enough to be moved among the objects that stay, and ten thousand a second hold everybody up there when they are collected.
   */
  readonly #asked = new AskedLately();

  constructor(shelf: Shelf, inTurn: InTurn) {
    this.#shelf = shelf;
    this.#inTurn = inTurn;
  }

  /** @throws Invalid for a cursor that was not given out for this search; Busy. */
  async page(wanted: Wanted, signal?: AbortSignal): Promise<FoundPage> {
    const { search, filter = offered, by, order, limit, after } = wanted;
    const sought = soughtFor(search, filter);
    const listed: Listed = { index: by ?? 'worth', key: keyOf(sought), order };
    const name = JSON.stringify([listed, limit, after]);
    const known = () => keptAt(this.#pages.get(name), this.#shelf.changes);
    const work = () => {
      const page = this.#read(listed, this.#findsOf(sought, by ?? 'worth'), { limit, after });
      const keeping = { ...page, version: this.#shelf.changes };
      if (this.#asked.again(name)) this.#pages.set(name, keeping);
      return keeping;
    };
    return known() ?? this.#inTurn(() => known() ?? work(), { signal });
  }

  /** How much there is of what could be chosen, as JSON: the same object as long as that is so. @throws Busy */
  async facets(search: string | undefined, filter: Filter, signal?: AbortSignal): Promise<Buffer> {
    const sought = soughtFor(search, filter);
    return this.#answer(`facets ${keyOf(sought)}`, () => facetsOf(this.#shelf, sought), { isSurvey: true, signal });
  }

  /** What somebody may mean, as JSON. @throws Busy */
  async suggestions(typed: string, signal?: AbortSignal): Promise<Buffer> {
    const sought = { words: wordsOf(typed), filter: offered };
    const { words } = sought;
    const work = () => (words.length === 0 ? [] : suggestionsFor(this.#shelf, words, this.#findsOf(sought, 'worth')));
    return this.#answer(`suggestions ${keyOf(sought)}`, work, { signal });
  }

  /** Tools near to one, as JSON; undefined where that is not there. @throws Busy */
  async related(id: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    if (!this.#shelf.numbered(id)) return undefined;
    const name = `related ${id}`;
    const known = () => keptAt(this.#related.get(id), this.#shelf.offers)?.numbers;
    // What they are is kept while pieces of them are ordered; what is said of them is another thing with each.
    const near = () => {
      const numbers = known() ?? relatedTo(this.#shelf, id);
      if (!numbers) return undefined; // It has gone meanwhile.
      this.#related.set(id, { numbers, version: this.#shelf.offers });
      return this.#keptAnswer(name, this.#shelf.changes, () =>
        numbers.map((number) => JSON.parse(this.#shelf.at(number)?.text ?? 'null')),
      );
    };
    return known() ? near() : this.#inTurn(near, { isSurvey: true, signal });
  }

  /** What is so as long as the same is offered: how many pieces there are of a tool is no part of it. */
  async #answer(name: string, work: () => unknown, how: Parameters<InTurn>[1]): Promise<Buffer> {
    const { offers } = this.#shelf;
    if (keptAt(this.#answers.get(name), offers)) return this.#keptAnswer(name, offers, work);
    return this.#inTurn(() => this.#keptAnswer(name, this.#shelf.offers, work), how);
  }

  #keptAnswer(name: string, version: number, work: () => unknown): Buffer {
    const known = keptAt(this.#answers.get(name), version);
    if (known) return known.json;
    const json = ownBytes(JSON.stringify(work()));
    this.#answers.set(name, { json, version });
    return json;
  }

  #read(listed: Listed, finds: Finds, { limit, after }: Pick<Wanted, 'limit' | 'after'>): FoundPage {
    const { numbers } = finds;
    const place = placeOf(searched, { ...listed, after });
    const isAscending = listed.order === 'ascending';
    const isFrom = (at: number) => {
      const compared = comparePlaces(this.#shelf.placeOf(finds, at), place);
      return isAscending ? compared > 0 : compared >= 0;
    };
    const mark = place ? firstAt(numbers.length, isFrom) : isAscending ? 0 : numbers.length;
    const [begin, end] = isAscending
      ? [mark, Math.min(mark + limit, numbers.length)]
      : [Math.max(mark - limit, 0), mark];
    const page = numbers.slice(begin, end);
    if (!isAscending) page.reverse();
    const last = this.#shelf.placeOf(finds, isAscending ? end - 1 : begin);
    const isMore = isAscending ? end < numbers.length : begin > 0;
    const shelved = page.map((number) => this.#shelf.at(number)).filter((tool) => tool !== undefined);
    return {
      documents: shelved.map(({ text }) => text),
      ids: shelved.map(({ id }) => id),
      next: isMore && last ? cursorAfter(last, searched, listed) : undefined,
    };
  }

  #findsOf(sought: Sought, by: Order): Finds {
    const version = this.#shelf.versionOf(by, sought.filter);
    const name = `${by} ${keyOf(sought)}`;
    const known = keptAt(this.#finds.get(name), version);
    if (known) return known.finds;
    const finds = this.#shelf.find(sought, by);
    this.#finds.set(name, { finds, version });
    return finds;
  }
}

/** What is kept, unless it is of before. */
function keptAt<Kept extends { readonly version: number }>(kept: Kept | undefined, version: number): Kept | undefined {
  return kept?.version === version ? kept : undefined;
}

/** What cursors call the list that finds are. */
const searched = `search of ${projection.storedAs}`;

const wordsOf = (search: string) => [...wordsIn(search)].sort();

/** A search of nothing but punctuation has no words, and finds nothing; where nothing is searched for, everything is found. */
function soughtFor(search: string | undefined, filter: Filter): Sought {
  return { words: search ? wordsOf(search) : undefined, filter };
}

/** The same for what finds the same. */
function keyOf({ words, filter }: Sought): string {
  const { state, categories, minPrice, maxPrice, inStock, minRating } = filter;
  return JSON.stringify([words, state, categories, minPrice, maxPrice, inStock === true, minRating]);
}

function comparePlaces(one: Place | undefined, other: Place | undefined): number {
  if (!one || !other) return 0;
  return compareBytes(one.sort, other.sort) || compareBytes(one.id, other.id);
}
