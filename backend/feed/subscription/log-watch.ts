import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Log } from '../../runtime/logging/log.ts';
import type { ProjectionRunner } from '../projection-runner.ts';

/** How long is waited, in milliseconds. */
export type WatchPatience = {
  /** For which nothing may stand where something was read, until it is believed that the log was put back. */
  readonly goneFor: number;
  /** For which a subscription may bring nothing of what the log has, until another is opened. */
  readonly silentFor: number;
};

const usualPatience: WatchPatience = { goneFor: 5_000, silentFor: 10_000 };

const putBack = 'the log was put back to an earlier state, or is another';
const elsewhere = 'the read models are kept by a shop with another event log, and may be of both';

type Wiring = {
  readonly store: EventStore;
  readonly projections: Pick<ProjectionRunner, 'lookAtLog'>;
  readonly log: Log;
  /** Does what is to be done where the log was put back or is another, or the read models are of another. Called once. */
  readonly putBack: () => void;
  /** Opens another subscription in the place of the one that brings nothing. */
  readonly leave: () => void;
  readonly patience?: WatchPatience | undefined;
};

/** How far the log was handed on. */
export type Followed = {
  readonly fed: bigint;
  /** Whether more would be taken, if it came. */
  readonly isWaiting: boolean;
};

/**
 * Looks whether what this node follows is still the log, and whether it hears of all that is in it. Neither is said by anybody: a
 * store that was put back from a backup serves on as it did, and a subscription may bring nothing and not end.
 */
export class LogWatch {
  readonly #wiring: Wiring;
  readonly #patience: WatchPatience;
  #goneSince: number | undefined;
  #isPutBack = false;
  /** Up to where the log was handed on while there was more in it, and since when. */
  #silent: { readonly fed: bigint; since: number } | undefined;
  #isSilent = false;
  /** Up to where the log was handed on at the last look. */
  #fedBefore: bigint | undefined;
  #known = 0n;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#patience = wiring.patience ?? usualPatience;
  }

  /** Whether it was put back, or likely was: what is shown then may never have happened. */
  get isDoubtful(): boolean {
    return this.#isPutBack || this.#goneSince !== undefined;
  }

  get isPutBack(): boolean {
    return this.#isPutBack;
  }

  /** Whether the log has something that does not come here. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Whether it is the log that is followed, and all of it comes, as far as one can tell. */
  get isWell(): boolean {
    return !this.isDoubtful && !this.#isSilent;
  }

  /** How far the log goes at least that was handed on up to a position: more was seen of it, or appended to it. */
  endFrom(fed: bigint): bigint {
    return fed > this.#known ? fed : this.#known;
  }

  /** The log goes as far as that: this process has appended it. */
  know(position: bigint): void {
    if (position > this.#known) this.#known = position;
  }

  /** Looks at both. To be called again and again. @param followed how far the log was handed on, at the moment */
  async look(followed: () => Followed): Promise<void> {
    if (this.#isPutBack) return;
    const standing = await this.#wiring.projections.lookAtLog();
    if (standing === 'elsewhere') return this.#tellPutBack(elsewhere);
    if (standing === 'it') this.#goneSince = undefined;
    else if (standing === 'another' || this.#isGoneForLong()) return this.#tellPutBack(putBack);
    await this.#listen(followed);
  }

  #isGoneForLong(): boolean {
    this.#goneSince ??= performance.now();
    return performance.now() - this.#goneSince >= this.#patience.goneFor;
  }

  #tellPutBack(why: string): void {
    this.#isPutBack = true;
    this.#wiring.log.error(`${why}: this shop begins anew`);
    this.#wiring.putBack();
  }

  async #listen(followed: () => Followed): Promise<void> {
    const { store, log, leave } = this.#wiring;
    const { fed } = followed();
    // Only where nothing has come since the last look: what the log has behind that may be of others, and is looked through.
    const isStill = fed === this.#fedBefore && (await store.head()) > fed;
    this.#fedBefore = fed;
    if (!isStill) return this.#hear();
    const { events } = await store.readAll({ after: fed, limit: 1 });
    const [next] = events;
    if (next) this.know(next.position);
    const now = followed();
    if (!next || now.fed !== fed || !now.isWaiting) return this.#hear();
    if (this.#silent?.fed !== fed) this.#silent = { fed, since: performance.now() };
    if (performance.now() - this.#silent.since < this.#patience.silentFor) return;
    this.#isSilent = true;
    this.#silent.since = performance.now();
    log.warn({ after: fed.toString() }, 'the log has more, and nothing comes: another subscription is opened');
    leave();
  }

  /** All comes that there is, as far as one can tell. */
  #hear(): void {
    this.#silent = undefined;
    this.#isSilent = false;
  }
}
