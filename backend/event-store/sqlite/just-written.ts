import type { StoredEvent } from '../../../modules/kernel/event.ts';

/** How much is kept at most for those who follow the log: events, and characters of them. Whoever is further behind reads the disk. */
const most = { events: 4_096, characters: 16 * 1024 * 1024 };

/** Somebody who follows the log. */
export type Follower = {
  /** Says how far they have come. */
  at(position: bigint): void;
  leave(): void;
};

/**
 * What this process has just written, for those in it who follow the log, so that it is not read back, checked and parsed again.
 * It is one piece of the log: positions are whole numbers that are given out once, so between two that are next to each other
 * no other process has written. Each event goes as soon as all who follow have it.
 */
export class JustWritten {
  /** They stand right behind this position, one after the other. */
  #after = 0n;
  #events: StoredEvent[] = [];
  #characters = 0;
  readonly #followers = new Set<{ position: bigint }>();

  follow(position: bigint): Follower {
    const follower = { position };
    this.#followers.add(follower);
    return {
      at: (reached) => {
        follower.position = reached;
        this.#dropSeen();
      },
      leave: () => {
        this.#followers.delete(follower);
        this.#dropSeen();
      },
    };
  }

  /** Takes what was written, in the order of the log. @param characters how long it is, in all */
  add(events: readonly StoredEvent[], characters: number): void {
    const [first] = events;
    if (!first || this.#followers.size === 0) return;
    const isNext = first.position === this.#end + 1n && isOnePiece(events);
    if (!isNext || this.#events.length > most.events || this.#characters > most.characters) this.clear();
    if (!isOnePiece(events)) return;
    if (this.#events.length === 0) this.#after = first.position - 1n;
    this.#events.push(...events);
    this.#characters += characters;
    this.#dropSeen(); // Whoever reads the disk may have seen them before we were told.
  }

  /** What stands behind a position, at most so many; undefined when it has to be read from the disk. */
  behind(position: bigint, limit: number): readonly StoredEvent[] | undefined {
    if (position < this.#after || position >= this.#end) return undefined;
    const from = Number(position - this.#after);
    return this.#events.slice(from, from + limit);
  }

  /** Forgets everything. */
  clear(): void {
    this.#events = [];
    this.#characters = 0;
  }

  get #end(): bigint {
    return this.#after + BigInt(this.#events.length);
  }

  #dropSeen(): void {
    let seen = this.#end;
    for (const { position } of this.#followers) if (position < seen) seen = position;
    if (this.#followers.size === 0 || seen === this.#end) this.clear();
    else if (seen > this.#after) {
      this.#events.splice(0, Number(seen - this.#after));
      this.#after = seen;
    }
  }
}

function isOnePiece(events: readonly StoredEvent[]): boolean {
  const first = events[0]?.position ?? 0n;
  return events.every(({ position }, index) => position === first + BigInt(index));
}
