import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { OtherVersions } from '../provenance/other-versions.ts';

/** Milliseconds within which what others have applied comes here, too, nearly always; how much is read at once of what has not. */
const soon = 50;
const pageSize = 100;

type Wiring = {
  readonly store: Pick<EventStore, 'foreign' | 'head' | 'readAll'>;
  readonly others: Pick<OtherVersions, 'areThere' | 'furthest' | 'knowOurs'>;
  /** The position up to which every GET shows what happened. */
  readonly applied: () => bigint;
  /** True once that is so of a position; false when it takes longer than `milliseconds`. */
  readonly whenApplied: (position: bigint, milliseconds: number) => Promise<boolean>;
};

/** Whether GETs show what others have acknowledged: processes on the same files, and nodes that show other versions. */
export class Freshness {
  readonly #wiring: Wiring;
  /** Up to there all that the log has is applied here, as far as it was read. */
  #knownUpTo = start;
  /** The furthest that anybody waits for, and who waits for what lies before it. */
  #wanted = start;
  #reading: Promise<bigint> | undefined;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** Whether there can be others of whom this node does not know all that it shows. */
  get isInQuestion(): boolean {
    return this.#wiring.store.foreign !== undefined || this.#wiring.others.areThere;
  }

  /** Whether all others look how far this node is, so that it may acknowledge what they are to show. */
  get isMutual(): boolean {
    return this.#wiring.others.knowOurs;
  }

  /**
   * Resolves to true once GETs show what others have acknowledged by now, and to false when that takes longer than `milliseconds`;
   * undefined when they do already, so that nobody has to wait. For what this process writes itself nobody waits here.
   */
  when(milliseconds: number): Promise<boolean> | undefined {
    const { store, others, applied, whenApplied } = this.#wiring;
    const foreign = store.foreign?.();
    if (foreign !== undefined && foreign > applied()) return whenApplied(foreign, milliseconds);
    return others.areThere ? this.#asFarAsOthers(milliseconds) : undefined;
  }

  async #asFarAsOthers(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    return this.#asFarAs(await this.#wiring.others.furthest(), until);
  }

  /**
   * Resolves to true once GETs show all that the log has by now, and to false when that takes longer than `milliseconds`.
   * @throws Unavailable when the log cannot be read
   */
  async whenCaughtUp(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    return this.#asFarAs(await this.#wiring.store.head(), until);
  }

  async #asFarAs(furthest: bigint, until: number): Promise<boolean> {
    const { applied, whenApplied } = this.#wiring;
    if (furthest <= applied() || furthest <= this.#knownUpTo) return true;
    if (await whenApplied(furthest, soon)) return true;
    if (furthest > this.#wanted) this.#wanted = furthest;
    while (performance.now() < until) {
      // One reading for all who wait, and another for whoever has come since: a node that lags would read the same for each of them.
      this.#reading ??= this.#allUpTo(this.#wanted, until).finally(() => {
        this.#reading = undefined;
      });
      if ((await this.#reading) >= furthest) return true;
    }
    return false;
  }

  /**
   * Waits for each event of the log up to a position: on a server with other logs that itself may be of one of those, and never come.
   * @returns the position; the beginning, where it takes too long
   */
  async #allUpTo(position: bigint, until: number): Promise<bigint> {
    const { store, applied, whenApplied } = this.#wiring;
    // Of a log that was put back others may hold more than there is.
    const head = await store.head();
    const end = position < head ? position : head;
    for (let after = applied(); performance.now() < until; ) {
      const page = await store.readAll({ after, limit: pageSize });
      const last = page.events.findLast((event) => event.position <= end);
      if (last && !(await whenApplied(last.position, Math.max(0, until - performance.now())))) break;
      if (page.caughtUp || page.position >= end) {
        if (end > this.#knownUpTo) this.#knownUpTo = end;
        return position;
      }
      after = page.position;
    }
    return start;
  }
}
