import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { compareBytes } from '../../kernel/compare-bytes.ts';
import { cursorAfter, type Place, placeOf } from '../../kernel/cursor.ts';
import { Unavailable } from '../../kernel/errors.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { type LogBatch, start } from '../../kernel/event-store.ts';
import { everyPage } from '../../kernel/every-page.ts';
import type { Follower } from '../../kernel/follower.ts';
import type { ListQuery } from '../../kernel/read-models.ts';
import type { View } from '../../kernel/view.ts';
import type { Tool, ToolOrder } from '../contract.ts';
import { tools as projection } from '../read-models/tools.ts';
import { type Finds, firstAt, Shelf } from './shelf.ts';
import { wordsIn } from './words.ts';

export type FoundTools = { readonly documents: string[]; readonly next: string | undefined; readonly asOf: bigint };

/** What is searched for, and which page of what is found. */
export type Wanted = Pick<ListQuery, 'limit' | 'after' | 'order'> & {
  readonly search: string;
  /** By what it is put in order: how well it fits, when left out. */
  readonly by: ToolOrder | undefined;
};

/** Which list of finds it is, as its cursors know it. */
type Listed = Pick<ListQuery, 'index' | 'key' | 'order'>;

/** How many tools are read or put on the shelf before others get their turn: a few milliseconds of work at most. */
const pieceOfWork = 50;
/** What may be kept of the searches that were made last, and of their pages, in bytes. */
const kept = { finds: 16 * 1_024 * 1_024, pages: 8 * 1_024 * 1_024 };

type KeptFinds = { readonly finds: Finds; readonly version: number };
type KeptPage = Pick<FoundTools, 'documents' | 'next'> & { readonly changes: number };

/**
 * Searches the tools in this node's memory: whole words, beginnings, what stands inside of words, and misspelt ones. It is made
 * from the read models when a node opens, and hears from the node's feed which tools have changed since; those are read again by
 * the next search. So it shows what the read models show, whichever store they are in.
 */
export class ToolSearch implements Follower {
  readonly projection = projection;
  readonly #tools: View<Tool>;
  readonly #caughtUp: () => Promise<unknown>;
  #shelf = new Shelf();
  /** How far the log was heard. What happened after it may be missing here while a GET shows it: another node was quicker. */
  #heard = start;
  /** The tools that have changed since they were read. */
  #changed = new Set<string>();
  /** Events that the read models do not show yet, by their tool: it is read again each time. */
  readonly #held = new Map<string, StoredEvent>();
  /** Does something for all who search, whoever of them has set it going: who did may still read what was shown before. */
  readonly #forAll = AsyncLocalStorage.snapshot();
  #isShown: (event: StoredEvent) => boolean = () => true;
  #reading: Promise<void> | undefined;
  #filled: Promise<void> | undefined;
  /** How often it was begun anew. */
  #fills = 0;
  readonly #finds = new LRUCache<string, KeptFinds>({
    maxSize: kept.finds,
    sizeCalculation: ({ finds }, key) => 512 + 2 * key.length + 64 * finds.numbers.length,
  });
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: kept.pages,
    // The texts are the shelf's; what is made of them to be sent is as long again.
    sizeCalculation: ({ documents }, key) =>
      512 + 2 * key.length + documents.reduce((sum, { length }) => sum + 8 + 2 * length, 0),
  });

  /** @param options.caughtUp resolves once this node has heard what the log holds at this moment; to false when that takes too long */
  constructor(options: { tools: View<Tool>; caughtUp: () => Promise<unknown> }) {
    this.#tools = options.tools;
    this.#caughtUp = options.caughtUp;
  }

  /** How many tools there are to be searched. */
  get size(): number {
    return this.#shelf.size;
  }

  hear({ events, position }: LogBatch, isShown: (event: StoredEvent) => boolean): void {
    this.#isShown = isShown;
    for (const event of events) {
      const id = projection.handles(event.type) ? projection.idOf(event) : undefined;
      if (id === undefined) continue;
      this.#changed.add(id);
      if (!isShown(event)) this.#held.set(id, event);
    }
    if (position > this.#heard) this.#heard = position;
  }

  /** The first search waits for it, and begins again where it has failed. */
  fill(signal?: AbortSignal): Promise<void> {
    if (this.#filled) return this.#filled;
    const filling = this.#forAll(() => this.#fill(signal)).catch((reason: unknown) => {
      if (this.#filled === filling) this.#filled = undefined;
      throw reason;
    });
    this.#filled = filling;
    return filling;
  }

  beginAnew(): void {
    this.#filled = undefined;
    this.#fills += 1;
  }

  /**
   * @throws Invalid for a cursor that was not given out for this search; Unavailable while this node cannot keep up.
   */
  async find(wanted: Wanted): Promise<FoundTools> {
    await this.fill();
    const asOf = await this.#tools.asOf();
    if (asOf > this.#heard) await this.#hearUpTo(asOf);
    await this.#readChanged();
    return { ...this.#pageOf(wanted), asOf };
  }

  async #fill(signal: AbortSignal | undefined): Promise<void> {
    const all = { index: 'name', key: '', order: 'ascending', limit: pieceOfWork } as const;
    const [shelf, fill] = [new Shelf(), this.#fills];
    for await (const texts of everyPage(this.#tools.texts, all)) {
      for (const text of texts) shelf.put(idIn(text), text);
      await nextTurn(undefined, { signal });
    }
    if (this.#fills !== fill) return; // It was begun anew meanwhile, and this may be half of one build.
    this.#shelf = shelf;
    this.#finds.clear();
    this.#pages.clear();
  }

  /** All of it may have been heard: a position may be one at which nothing happened to anybody. */
  async #hearUpTo(position: bigint): Promise<void> {
    if (!(await this.#caughtUp())) throw new Unavailable('The search is catching up with the log.');
    await nextTurn(); // Who hears batches hears them right after they show.
    if (position > this.#heard) this.#heard = position;
  }

  /** Reads what has changed; when somebody is at it already, what has changed since they began. */
  async #readChanged(): Promise<void> {
    // What is read again while the shelf is being filled would be on the one of before.
    await this.fill();
    if (this.#reading) await this.#reading;
    if (this.#changed.size === 0 && this.#held.size === 0) return;
    this.#reading ??= this.#forAll(() => this.#readAgain()).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readAgain(): Promise<void> {
    for (const [id, event] of this.#held) {
      this.#changed.add(id);
      if (this.#isShown(event)) this.#held.delete(id);
    }
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      for (const ids = [...changed]; ids.length > 0; ) {
        const piece = ids.splice(-pieceOfWork);
        const found = await Promise.all(piece.map((id) => this.#tools.text(id)));
        for (const [at, id] of piece.entries()) {
          this.#shelf.put(id, offered(found[at]?.text));
          changed.delete(id);
        }
        if (ids.length > 0) await nextTurn();
      }
    } finally {
      for (const id of changed) this.#changed.add(id); // Those that could not be read.
    }
  }

  #pageOf(wanted: Wanted): Omit<FoundTools, 'asOf'> {
    const { search, by = 'worth', order, limit, after } = wanted;
    const listed: Listed = { index: by, key: [...wordsIn(search)].sort().join(' '), order };
    const name = JSON.stringify([listed, limit, after]);
    const { changes } = this.#shelf;
    const known = this.#pages.get(name);
    if (known?.changes === changes) return known;
    const page = { ...this.#read(listed, by, wanted), changes };
    this.#pages.set(name, page);
    return page;
  }

  #read(listed: Listed, by: ToolOrder | 'worth', { limit, after }: Wanted): Omit<FoundTools, 'asOf'> {
    const place = placeOf(searched, { ...listed, after });
    const { numbers, placeAt } = this.#findsOf(listed, by);
    const isAscending = listed.order === 'ascending';
    const isFrom = (at: number) => {
      const compared = comparePlaces(placeAt(at), place);
      return isAscending ? compared > 0 : compared >= 0;
    };
    const mark = place ? firstAt(numbers.length, isFrom) : isAscending ? 0 : numbers.length;
    const [begin, end] = isAscending
      ? [mark, Math.min(mark + limit, numbers.length)]
      : [Math.max(mark - limit, 0), mark];
    const page = numbers.slice(begin, end);
    if (!isAscending) page.reverse();
    const last = placeAt(isAscending ? end - 1 : begin);
    const isMore = isAscending ? end < numbers.length : begin > 0;
    return {
      documents: Array.from(page, (number) => this.#shelf.at(number)?.text ?? '').filter(Boolean),
      next: isMore && last ? cursorAfter(last, searched, listed) : undefined,
    };
  }

  #findsOf({ key }: Listed, by: ToolOrder | 'worth'): Finds {
    const version = this.#shelf.versionOf(by);
    const name = `${by} ${key}`;
    const known = this.#finds.get(name);
    if (known?.version === version) return known.finds;
    const finds = this.#shelf.find(key.split(' ').filter(Boolean), by);
    this.#finds.set(name, { finds, version });
    return finds;
  }
}

/** What cursors call the list that finds are. */
const searched = `search of ${projection.storedAs}`;

function idIn(text: string): string {
  const { _id }: Tool = JSON.parse(text);
  return _id;
}

/** Nobody finds what is retired. */
function offered(text: string | undefined): string | undefined {
  return text?.includes('"retired":true') ? undefined : text;
}

function comparePlaces(one: Place | undefined, other: Place | undefined): number {
  if (!one || !other) return 0;
  return compareBytes(one.sort, other.sort) || compareBytes(one.id, other.id);
}
