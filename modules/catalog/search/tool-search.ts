import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InTurn } from '../../kernel/concurrency/in-turn.ts';
import { inSlices } from '../../kernel/concurrency/time-slice.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import { NotFound, Unavailable } from '../../kernel/errors.ts';
import { isReadable, type StoredEvent } from '../../kernel/event.ts';
import { type LogBatch, start } from '../../kernel/event-store.ts';
import type { Follower } from '../../kernel/follower.ts';
import type { Tool } from '../contract.ts';
import { tools as projection } from '../read-models/tools.ts';
import type { Filter } from './filter.ts';
import { Shelf } from './shelf.ts';
import { type FoundPage, ShelfLookup, type Wanted } from './shelf-lookup.ts';

export type FoundTools = FoundPage & { readonly asOf: bigint };
export type FoundJson = { readonly json: Buffer; readonly asOf: bigint };

/** How many tools are read at a time. */
const pieceOfWork = 50;

/**
 * Searches the tools in this node's memory: whole words, beginnings, what stands inside of words, and misspelt ones. It is made
 * from the read models when a node opens, and hears from the node's feed which tools have changed since; those are read again by
 * the next search. So it shows what the read models show, whichever store they are in.
 */
export class ToolSearch implements Follower {
  readonly projection = projection;
  readonly #tools: View<Tool>;
  readonly #caughtUp: () => Promise<unknown>;
  readonly #inTurn: InTurn;
  #shelf = new Shelf();
  #lookup: ShelfLookup;
  /** How far the log was heard. What happened after it may be missing here while a GET shows it: another node was quicker. */
  #heard = start;
  /** The tools that have changed since they were read. */
  #changed = new Set<string>();
  /** Events that the read models do not show yet, by their tool: it is read again each time. */
  readonly #held = new Map<string, StoredEvent>();
  /** Does something for all who search, whoever of them has set it going: whoever did may still read what was shown before. */
  readonly #forAll = AsyncLocalStorage.snapshot();
  #isShown: (event: StoredEvent) => boolean = () => true;
  #reading: Promise<void> | undefined;
  #filled: Promise<void> | undefined;
  /** How often it was begun anew. */
  #fills = 0;

  /** @param options.caughtUp resolves once this node has heard what the log holds at this moment; to false when that takes too long */
  constructor(options: { tools: View<Tool>; caughtUp: () => Promise<unknown>; inTurn: InTurn }) {
    this.#tools = options.tools;
    this.#caughtUp = options.caughtUp;
    this.#inTurn = options.inTurn;
    this.#lookup = new ShelfLookup(this.#shelf, options.inTurn);
  }

  /** How many tools there are to be searched. */
  get size(): number {
    return this.#shelf.size;
  }

  hear({ events, position }: LogBatch, isShown: (event: StoredEvent) => boolean): void {
    this.#isShown = isShown;
    for (const event of events) {
      // One that cannot be read has changed nothing, and keeps nothing that comes with it from being heard.
      const id = projection.handles(event.type) && isReadable(event) ? projection.idOf(event) : undefined;
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
   * @throws Invalid for a cursor that was not given out for this search; Unavailable while this node cannot keep up; Busy
   * where too many wait for a search of their own.
   */
  async find(wanted: Wanted, signal?: AbortSignal): Promise<FoundTools> {
    const asOf = await this.#upToDate();
    return { ...(await this.#lookup.page(wanted, signal)), asOf };
  }

  /** How much there is of what could be chosen, given what is. @throws Unavailable while this node cannot keep up. */
  async facets(search: string | undefined, filter: Filter, signal?: AbortSignal): Promise<FoundJson> {
    const asOf = await this.#upToDate();
    return { json: await this.#lookup.facets(search, filter, signal), asOf };
  }

  /** What somebody may mean. @throws Unavailable while this node cannot keep up. */
  async suggestions(typed: string, signal?: AbortSignal): Promise<FoundJson> {
    const asOf = await this.#upToDate();
    return { json: await this.#lookup.suggestions(typed, signal), asOf };
  }

  /** Tools near to one. @throws NotFound where that is not there; Unavailable while this node cannot keep up. */
  async related(id: string, signal?: AbortSignal): Promise<FoundJson> {
    const asOf = await this.#upToDate();
    const json = await this.#lookup.related(id, signal);
    if (!json) throw new NotFound('There is no such tool.');
    return { json, asOf };
  }

  async #upToDate(): Promise<bigint> {
    await this.fill();
    const asOf = await this.#tools.asOf();
    if (asOf > this.#heard) await this.#hearUpTo(asOf);
    await this.#readChanged();
    return asOf;
  }

  async #fill(signal: AbortSignal | undefined): Promise<void> {
    const { index, key } = projection.every;
    const all = { index, key, order: 'ascending', limit: pieceOfWork } as const;
    const [shelf, fill] = [new Shelf(), this.#fills];
    const sliceIsOver = inSlices();
    for await (const texts of everyPage(this.#tools.texts, all)) {
      for (const text of texts) {
        shelf.put(idIn(text), text);
        await sliceIsOver(); // Long descriptions take a hundred times as long as short ones.
      }
      await nextTurn(undefined, { signal });
    }
    for (const _ of shelf.putInOrder()) await nextTurn(undefined, { signal });
    if (this.#fills !== fill) return; // It was begun anew meanwhile, and this may be half of one build.
    this.#shelf = shelf;
    this.#lookup = new ShelfLookup(shelf, this.#inTurn);
  }

  /** All of it may have been heard: a position may be one at which nothing happened to anybody. */
  async #hearUpTo(position: bigint): Promise<void> {
    if (!(await this.#caughtUp())) throw new Unavailable('The search is catching up with the log.');
    await nextTurn(); // Whoever hears batches hears them right after they show.
    if (position > this.#heard) this.#heard = position;
  }

  /** Reads what has changed; when somebody is at it already, what has changed since they began. */
  async #readChanged(): Promise<void> {
    // What is read again while the shelf is being filled would be on the one of before. It may be begun anew while others read.
    let filled: Promise<void>;
    do {
      filled = this.fill();
      await filled;
      if (this.#reading) await this.#reading;
    } while (filled !== this.#filled);
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
    const sliceIsOver = inSlices();
    try {
      for (const ids = [...changed]; ids.length > 0; ) {
        const piece = ids.splice(-pieceOfWork);
        const found = await Promise.all(piece.map((id) => this.#tools.text(id)));
        for (const [at, id] of piece.entries()) {
          this.#shelf.put(id, found[at]?.text);
          changed.delete(id);
          await sliceIsOver();
        }
      }
    } finally {
      for (const id of changed) this.#changed.add(id); // Those that could not be read.
    }
  }
}

function idIn(text: string): string {
  const { _id }: Tool = JSON.parse(text);
  return _id;
}
