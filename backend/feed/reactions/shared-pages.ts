import type { EventStore, LogBatch } from '../../../modules/kernel/event-store.ts';
import { pageToEnd } from '../subscription/page-to-end.ts';

/** How many pages are kept at least: whoever is a few behind the others still finds theirs. */
const few = 4;
/** How many events a page has at least, where the log does: whoever wants few is not the last. */
const pageSize = 500;

type Wanted = {
  readonly after: bigint;
  readonly limit: number;
  /** How far the log goes, as far as whoever reads has heard. */
  readonly asked?: bigint;
};

type Shared = { readonly after: bigint; readonly page: Promise<LogBatch>; upTo: bigint | undefined };

/**
 * Pages of the log for several who read all of it for themselves, at the same time: what one of them has asked for others get
 * as well (request coalescing). Reading a page, and opening what is sealed in it, costs more than what most do with it.
 */
export class SharedPages {
  readonly #store: Pick<EventStore, 'readAll' | 'head'>;
  #pages: Shared[] = [];
  #readers = 0;

  constructor(store: Pick<EventStore, 'readAll' | 'head'>) {
    this.#store = store;
  }

  /** Somebody begins to read. @returns to be called when they have done: nothing is kept for longer than somebody reads */
  join(): () => void {
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
      if (this.#readers === 0) this.#pages = [];
    };
  }

  /** As of the store; a page that was asked for before may end before what the log has by now. */
  async readAll({ after, limit, asked = after }: Wanted): Promise<LogBatch> {
    const { events, position } = await this.#pageWith(after, limit, asked);
    const wanted = events.filter((event) => event.position > after);
    const last = wanted[limit - 1];
    if (last && wanted.length > limit)
      return { events: wanted.slice(0, limit), position: last.position, caughtUp: false };
    return { events: wanted, position, caughtUp: false };
  }

  /** A page that goes on after a position, if it begins before it. */
  #pageWith(after: bigint, limit: number, asked: bigint): Promise<LogBatch> {
    const known = this.#pages.find((each) =>
      each.upTo === undefined ? each.after === after : each.after <= after && after < each.upTo,
    );
    if (known) {
      this.#keep(known);
      return known.page;
    }
    const made: Shared = {
      after,
      page: pageToEnd(this.#store, { after, limit: Math.max(limit, pageSize), asked }),
      upTo: undefined,
    };
    this.#keep(made);
    const forget = () => {
      this.#pages = this.#without(made);
    };
    made.page.then(({ position }) => {
      made.upTo = position;
      if (position <= after) forget();
    }, forget);
    return made.page;
  }

  /** LRU, with room for one page a reader: with less, readers at different places would push out each other's page. */
  #keep(page: Shared): void {
    this.#pages = [...this.#without(page), page].slice(-Math.max(few, this.#readers));
  }

  #without(page: Shared): Shared[] {
    return this.#pages.filter((each) => each !== page);
  }
}
