import { randomUUID } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';
import type { CommandContext } from '../commands.ts';
import type { DomainEvent } from '../event.ts';
import { hasPassed } from '../time/clock-ahead.ts';

/** What is to be written down of something that happened too often to write down each time. */
export type Noted<Subject extends string = string> = {
  /** Whom it is about; left out for all those together for whom there is no room of their own. */
  readonly subject?: Subject;
  /** How often it has happened by now, since then (ISO 8601, UTC). */
  readonly times: number;
  readonly since: string;
};

/** How many subjects are written down by name within an hour, when nothing else is said; and how often in all. */
export const usually = { named: 20, written: 100 };

/**
 * Sampling of what anybody may cause as often as they like, and an auditor wants to know of: of each subject the first time
 * in an hour, then the second, the fourth, the eighth and so on, for so many subjects by name and for all others together. So
 * however much is done, a process writes no more than so many times an hour, and how often it was done is known to
 * within half.
 */
export class BoundedAudit {
  readonly #now: () => Date;
  readonly #window: number;
  readonly #mostNamed: number;
  readonly #mostWritten: number;
  #since = new Date(0);
  #counts = new Map<string | undefined, number>();
  #written = 0;

  /** @param options.window milliseconds */
  constructor(options: { now: () => Date; window?: number; mostNamed?: number; mostWritten?: number }) {
    this.#now = options.now;
    this.#window = options.window ?? 3_600_000;
    this.#mostNamed = options.mostNamed ?? usually.named;
    this.#mostWritten = options.mostWritten ?? usually.written;
  }

  /** Counts one more; tells what is to be written down, if anything is. */
  note(subject: string): Noted | undefined {
    const now = this.#now();
    if (hasPassed(this.#window, this.#since.getTime(), now.getTime())) {
      this.#since = now;
      this.#counts = new Map();
      this.#written = 0;
    }
    const isNamed = this.#counts.has(subject) || this.#counts.size < this.#mostNamed;
    const counted = isNamed ? subject : undefined;
    const times = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, times);
    const isPowerOfTwo = Number.isInteger(Math.log2(times));
    if (!isPowerOfTwo || this.#written >= this.#mostWritten) return undefined;
    this.#written += 1;
    const noted = { times, since: this.#since.toISOString() };
    return counted === undefined ? noted : { subject: counted, ...noted };
  }
}

/** The day of a moment, in UTC: by days such notes are kept, so that no stream of them grows without end. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Streams of such notes, one a day. Nothing is decided on them: they are there to be read. */
export function notesOf<E extends DomainEvent>(name: string): Aggregate<undefined, E> {
  return { name, initial: undefined, evolve: (state) => state };
}

/**
 * The context of such a note: each has an id of its own. Without this, the second of two guesses under one Idempotency-Key would be
 * refused for having another payload, in the place of being answered, and counted, as wrong.
 */
export function asNote({ keyedAs: _, ...context }: CommandContext): CommandContext {
  return { ...context, commandId: randomUUID() };
}
