import { cursorAfter, type Place } from '../../kernel/documents/cursor.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { ListQuery } from '../../kernel/read-models.ts';
import { type BookingDocument, bookings as projection } from '../read-models/bookings.ts';

/** A list of orders that is read by when they came. */
export type OrderList = Pick<ListQuery, 'index' | 'key'>;

/** Where an order stands in every list that is read by when they came. */
export const placeOf = ({ at, _id }: BookingDocument): Place => ({ sort: at, id: _id });

/** Whether an order comes before another one, newest first. */
const isNewer = (one: Place, other: Place) => (one.sort === other.sort ? one.id > other.id : one.sort > other.sort);

/** How many orders are asked for at once: of each list a piece, so that no one of many is read for nothing. */
const pieceOf = (lists: number) => Math.max(20, Math.floor(200 / Math.max(lists, 1)));

/** What orders are taken from, newest first. */
type Source = {
  /** The next order, which `take` then passes; undefined where there is none, or none before more is read. */
  readonly head: BookingDocument | undefined;
  readonly isRead: boolean;
  read(signal: AbortSignal | undefined): Promise<void>;
  take(): void;
};

/** Orders that were read before. */
class ReadBefore implements Source {
  readonly isRead = true;
  readonly #waiting: BookingDocument[];

  constructor(orders: readonly BookingDocument[], from: Place | undefined) {
    this.#waiting = orders.filter((order) => !from || isNewer(from, placeOf(order))).reverse();
  }

  get head(): BookingDocument | undefined {
    return this.#waiting.at(-1);
  }

  async read(): Promise<void> {}

  take(): void {
    this.#waiting.pop();
  }
}

/** One of the lists, a piece at a time. */
class ListSource implements Source {
  readonly #view: Pick<View<BookingDocument>, 'list'>;
  readonly #list: OrderList;
  readonly #piece: number;
  #waiting: BookingDocument[] = [];
  #after: string | undefined;
  #isRead = false;

  constructor(
    view: Pick<View<BookingDocument>, 'list'>,
    list: OrderList,
    { from, piece }: { from?: Place; piece: number },
  ) {
    this.#view = view;
    this.#list = list;
    this.#piece = piece;
    // All of these lists are in one order, so that a place in one is a place in each.
    this.#after = from && cursorAfter(from, projection.storedAs, { ...list, order: 'descending' });
  }

  get head(): BookingDocument | undefined {
    return this.#waiting.at(-1);
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  async read(signal: AbortSignal | undefined): Promise<void> {
    const piece = { ...this.#list, order: 'descending', limit: this.#piece, isPiece: true } as const;
    const { documents, next } = await this.#view.list({ ...piece, after: this.#after, signal });
    this.#waiting = documents.reverse();
    this.#after = next;
    this.#isRead = next === undefined;
  }

  take(): void {
    this.#waiting.pop();
  }
}

/**
 * The orders of several lists as one, newest first, each once. One piece of one list is read at a time, so that whoever looks through many
 * takes no more turns at once than whoever looks through one.
 * @param options.among orders that were read before, newest first, and come among them
 */
export async function* mergedOrders(
  view: Pick<View<BookingDocument>, 'list'>,
  lists: readonly OrderList[],
  {
    from,
    signal,
    among = [],
  }: { from?: Place | undefined; signal?: AbortSignal | undefined; among?: readonly BookingDocument[] },
): AsyncGenerator<BookingDocument> {
  const piece = pieceOf(lists.length);
  const listed = lists.map((list) => new ListSource(view, list, { piece, ...(from && { from }) }));
  const sources: Source[] = [new ReadBefore(among, from), ...listed];
  let last: string | undefined;
  while (true) {
    let first: Source | undefined;
    for (const source of sources) {
      if (!source.head && !source.isRead) await source.read(signal);
      if (source.head && (!first?.head || isNewer(placeOf(source.head), placeOf(first.head)))) first = source;
    }
    const order = first?.head;
    if (!first || !order) return;
    first.take();
    if (order._id !== last) yield order;
    last = order._id;
  }
}
