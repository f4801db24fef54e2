import type { Figures, Sum } from '../../kernel/documents/sums.ts';
import type { View } from '../../kernel/documents/view.ts';
import { start } from '../../kernel/event-store.ts';
import { longestPage } from '../../kernel/wire/wire.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { dayBefore, ofTool, shop } from '../read-models/order-sums.ts';
import type { OrderCounts, OrderDay, OrderTool } from './contract.ts';
import { countsOf, shownFigures } from './shown-figures.ts';

type AsOf = { readonly asOf: bigint };

/** How many orders there are and what they brought, from the sums that are kept of them. */
export class OrderFigures {
  readonly #bookings: View<BookingDocument>;
  readonly #currency: string;
  readonly #now: () => Date;
  readonly #shownUpTo: () => bigint;

  /** @param wiring.shownUpTo the position up to which GETs that begin now show everything; the start, when left out */
  constructor(wiring: {
    bookings: View<BookingDocument>;
    currency: string;
    now: () => Date;
    shownUpTo?: (() => bigint) | undefined;
  }) {
    this.#bookings = wiring.bookings;
    this.#currency = wiring.currency;
    this.#now = wiring.now;
    this.#shownUpTo = wiring.shownUpTo ?? (() => start);
  }

  /** Of the shop, and of today and yesterday in UTC; all of one moment. */
  async counts(): Promise<{ counts: OrderCounts } & AsOf> {
    // Orders are not all that happens: without this, whoever has changed something else would be shown counts of before it.
    const shown = this.#shownUpTo();
    const { figuresOf, asOf: lastFolded } = await this.#latest(2);
    const asOf = lastFolded > shown ? lastFolded : shown;
    const counts = countsOf(figuresOf, { currency: this.#currency, at: this.#now() });
    return { counts: { ...counts, position: asOf.toString() }, asOf };
  }

  /** Of so many days up to today, oldest first, also of those on which nothing happened. */
  async days(count: number): Promise<{ days: OrderDay[] } & AsOf> {
    const { figuresOf, asOf } = await this.#latest(count);
    const days = Array.from({ length: count }, (_, n) => this.#dayBefore(count - 1 - n));
    return { days: days.map((day) => ({ day, ...shownFigures(figuresOf(day), this.#currency) })), asOf };
  }

  /** The tools that brought most, in their newest names. */
  async tools(count: number): Promise<{ tools: OrderTool[] } & AsOf> {
    const listed = { index: 'tools', key: this.#currency, order: 'descending', limit: count } as const;
    const { sums, asOf } = await this.#bookings.sums(listed);
    const toolOf = ({ id, name = '', figures }: Sum) => ({
      toolId: id.slice(ofTool.length),
      toolName: name,
      ...shownFigures(figures, this.#currency),
    });
    return { tools: sums.map(toolOf), asOf };
  }

  /** Of the shop as a whole, as they are kept: orders by status, pieces held, revenue in minor units by currency. */
  async ofShop(): Promise<Figures> {
    return (await this.#latest(0)).figuresOf(shop);
  }

  /**
   * The shop's sum and those of the latest days up to today, read at once. A day later than today has mostly begun at another node
   * already; where a clock was ahead there may be many, and all is read again with room for as many more. Without this, they would
   * take the place of today for as long as the clock was ahead.
   */
  async #latest(days: number): Promise<{ figuresOf: (id: string) => Figures } & AsOf> {
    const today = this.#dayBefore(0);
    for (let roomForLater = 1; ; ) {
      const limit = Math.min(1 + days + roomForLater, longestPage);
      const listed = { index: 'latest', key: '', order: 'descending', limit } as const;
      const { sums, asOf } = await this.#bookings.sums(listed);
      const later = sums.filter(({ id }) => id !== shop && id > today).length;
      if (later <= roomForLater || limit === longestPage) {
        const byId = new Map(sums.map(({ id, figures }) => [id, figures]));
        return { figuresOf: (id) => byId.get(id) ?? {}, asOf };
      }
      roomForLater += later;
    }
  }

  #dayBefore(days: number): string {
    return dayBefore(this.#now(), days);
  }
}
