import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../../kernel/concurrency/concurrency-limit.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { BookingDocument } from '../read-models/bookings.ts';

/** Whose order it is to be. */
export type Buyer = { readonly uid: string };
type Placed = { readonly position: bigint };

/** Orders that this process places together or has placed, mostly one, and the read model may not show yet. */
type Entry = { calls: number; readonly orders: number; position?: bigint };
type Person = { readonly oneAtATime: ConcurrencyLimit; readonly entries: Map<string, Entry> };

/** Of so many people it is known what they place. Nobody has as many who order at the same time. */
const mostPeople = 10_000;
/** From so many entries of one person on it is worth a look which are shown. */
const manyEntries = 50;

/**
 * A quota: so many orders a person that nobody has paid money for, at once: unpaid ones, and those that cost nothing and were
 * not sent. An order is counted from the moment it is let in: by this process as long as the read model does not show it, by
 * the read model from then on. So it is exact for what comes to one process, at no append and at no read of a stream. Of n
 * nodes each lets in what the others are placing at that very moment: n times as many at most; and none more, once the answers
 * are there.
 */
export class UnpaidLimit {
  readonly #most: number;
  readonly #bookings: View<BookingDocument>;
  readonly #shownUpTo: () => Promise<bigint | undefined>;
  readonly #exists: (bookingId: string) => Promise<boolean>;
  readonly #people: LRUCache<string, Person>;

  /** @param options.most 0 is without limit */
  constructor(options: {
    most: number;
    bookings: View<BookingDocument>;
    /** The position up to which `bookings` shows what happened. */
    shownUpTo: () => Promise<bigint | undefined>;
    /** Whether an order was placed under this id, whatever has become of it. */
    exists: (bookingId: string) => Promise<boolean>;
  }) {
    this.#most = options.most;
    // It takes its room at once; without a limit nobody is counted.
    this.#people = new LRUCache({ max: options.most === 0 ? 1 : mostPeople });
    this.#bookings = options.bookings;
    this.#shownUpTo = options.shownUpTo;
    this.#exists = options.exists;
  }

  /**
   * Places an order if its buyer may have one more. The repeat of an order that was placed is always let through, for its
   * recorded answer. Several orders that are placed together are let in when there is room for one: what is ordered at once
   * is paid at once, and who may have twenty orders is not to divide a cart of twenty-one.
   * @param id the order's, or the checkout's in which they are placed together
   * @throws Conflict when the buyer has as many as one may.
   */
  async place<Result extends Placed>(
    id: string,
    buyer: Buyer,
    place: () => Promise<Result>,
    { orders = 1, exists = this.#exists }: { orders?: number; exists?: (id: string) => Promise<boolean> } = {},
  ): Promise<Result> {
    if (this.#most === 0) return place();
    const person = this.#personOf(buyer.uid);
    const entry = await person.oneAtATime.run(() => this.#letIn(person, { id, orders, exists }, buyer));
    if (entry === 'repeat') return place();
    try {
      const placed = await place();
      entry.position = placed.position;
      return placed;
    } finally {
      entry.calls -= 1;
      if (entry.calls === 0 && entry.position === undefined) person.entries.delete(id);
    }
  }

  async #letIn(
    person: Person,
    { id, orders, exists }: { id: string; orders: number; exists: (id: string) => Promise<boolean> },
    buyer: Buyer,
  ): Promise<Entry | 'repeat'> {
    const known = person.entries.get(id);
    if (known) {
      known.calls += 1;
      return known;
    }
    if (!(await this.#hasRoom(person, buyer))) {
      if (await exists(id)) return 'repeat';
      // Not how many they have: one checkout may have brought more than this.
      const asMany = this.#most === 1 ? 'one order' : `${this.#most} orders`;
      const mayHave = `You may have at most ${asMany} without a payment at once.`;
      throw new Conflict(`${mayHave} Please pay or delete some, then order again.`);
    }
    const entry = { calls: 1, orders };
    person.entries.set(id, entry);
    return entry;
  }

  async #hasRoom(person: Person, { uid }: Buyer): Promise<boolean> {
    const uncharged = { index: 'unchargedOf', key: uid } as const;
    if (person.entries.size >= manyEntries) await this.#forgetShown(person);
    const shown = await this.#bookings.count(uncharged.index, uncharged.key);
    if (shown + ordersOf(person) < this.#most) return true;
    if (shown >= this.#most) return false;
    // Some may be counted twice, or be paid or gone by now.
    await this.#forgetShown(person);
    const open = new Set<string>();
    for await (const page of everyPage(this.#bookings.list, { ...uncharged, order: 'ascending' })) {
      for (const { _id } of page) open.add(_id);
    }
    let placing = 0;
    // Of a checkout the orders are not known by its id; while it is placed they may be counted twice.
    for (const [id, { orders }] of person.entries) if (!open.has(id)) placing += orders;
    return open.size + placing < this.#most;
  }

  /** Whatever is read of the read model after this shows what it forgets. */
  async #forgetShown({ entries }: Person): Promise<void> {
    const upTo = (await this.#shownUpTo()) ?? -1n;
    for (const [id, { calls, position }] of entries) {
      if (calls === 0 && position !== undefined && position <= upTo) entries.delete(id);
    }
  }

  #personOf(uid: string): Person {
    const known = this.#people.get(uid);
    if (known) return known;
    const refusal = 'You are placing too many orders at the same time. Please wait for some to be placed.';
    const person = { oneAtATime: new ConcurrencyLimit({ atOnce: 1, mostWaiting: 1_000, refusal }), entries: new Map() };
    this.#people.set(uid, person);
    return person;
  }
}

const ordersOf = ({ entries }: Person) => entries.values().reduce((sum, { orders }) => sum + orders, 0);
