import { ConcurrencyLimit } from '../../../modules/kernel/concurrency/concurrency-limit.ts';
import { Busy, NewerRelease, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Reactor } from '../../../modules/kernel/reactor.ts';
import { failuresTo } from '../../runtime/logging/failure-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { backOff, type Pace } from '../../runtime/retries/back-off.ts';
import { retryForever } from '../../runtime/retries/retry-forever.ts';
import { pause } from '../../runtime/time/pause.ts';
import { DamagedEvent } from '../parked/damaged-event.ts';
import type { ParkedEvents } from '../parked/parked-events.ts';

/** How many reactions run side by side. */
const sideBySide = 32;
/** Back-off of a reaction that failed, in milliseconds. */
const reactAgain = { first: 100, most: 30_000 };
/** When a reaction is held up: after so many failures, half a second or so, or when one try takes so many milliseconds. */
const heldUpAfter = { failures: 3, milliseconds: 2_000 };
/** After how many failures an event is parked, when nothing is away: a conflict with others passes within some seconds. */
const parkedAfter = 6;

/**
 * Tries to react until that is done. Something that is away is waited for, for as long as it lasts; what fails otherwise is
 * parked after some seconds.
 */
export class ReactionTries {
  readonly reader: string;
  readonly #reactor: Reactor;
  readonly #parked: ParkedEvents;
  readonly #log: Log;
  readonly #pace: Pace;
  readonly #limit = new ConcurrencyLimit({ atOnce: sideBySide, mostWaiting: Number.POSITIVE_INFINITY, refusal: '' });
  #lastAppended = 0n;
  #decided = Promise.withResolvers<void>();
  #spokenOf: { readonly id: string; readonly failures: ReturnType<typeof failuresTo> } | undefined;

  constructor(reactor: Reactor, { parked, log, pace = reactAgain }: { parked: ParkedEvents; log: Log; pace?: Pace }) {
    this.reader = `reactor:${reactor.name}`;
    this.#reactor = reactor;
    this.#parked = parked;
    this.#log = log;
    this.#pace = pace;
  }

  /** The position of the last event that a reaction has appended so far. */
  get lastAppended(): bigint {
    return this.#lastAppended;
  }

  /** Looks again whether an operator has decided about what the reactor stands still for. */
  reconsider(): void {
    this.#decided.resolve();
    this.#decided = Promise.withResolvers();
  }

  /**
   * Resolves to true when the event was reacted to, skipped or parked; to false when the shop closes before.
   * @param heldUp told when it takes long
   */
  async untilDone(event: StoredEvent, signal: AbortSignal, heldUp: () => void): Promise<boolean> {
    const stops = this.#reactor.whenFailing === 'stop';
    let [failures, lasting] = [0, 0];
    while (!signal.aborted && !this.#parked.isSkipped(this.reader, event)) {
      try {
        await this.#limit.run(() => this.#try(event, heldUp));
        break;
      } catch (reason) {
        failures += 1;
        if (!isPassing(reason)) lasting += 1;
        this.#say(event, reason);
        if (failures >= heldUpAfter.failures) heldUp();
        if (lasting >= parkedAfter && (await this.#park(event, reason, stops, signal))) {
          if (!stops) return true;
          await this.#untilDecided(event, signal);
          [failures, lasting] = [0, 0];
        } else await pause(backOff(failures, this.#pace), signal);
      }
    }
    if (signal.aborted) return false;
    if (this.#spokenOf?.id === event.id) this.#spokenOf = undefined;
    if (this.#parked.find(this.reader, event.id)) await this.remove(event.id, signal);
    return !signal.aborted;
  }

  /** Takes out what need not be tried again. */
  async remove(eventId: string, signal: AbortSignal): Promise<void> {
    await this.untilThere('taking out a parked event', signal, () => this.#parked.remove(this.reader, eventId));
  }

  /** Does something with the store, as soon as it is there; undefined when the shop closes before. */
  untilThere<Result>(what: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
    const fields = { reactor: this.#reactor.name };
    return retryForever(work, { what, log: this.#log, signal, pace: this.#pace, fields });
  }

  async #try(event: StoredEvent, heldUp: () => void): Promise<void> {
    if (event.unreadable !== undefined) throw new NewerRelease(event.unreadable);
    if (event.damaged !== undefined) throw new DamagedEvent(event.damaged);
    const takesLong = setTimeout(heldUp, heldUpAfter.milliseconds);
    try {
      const position = await this.#reactor.react(event);
      if (position !== undefined && position > this.#lastAppended) this.#lastAppended = position;
    } finally {
      clearTimeout(takesLong);
    }
  }

  /** Resolves to whether the event could be parked. */
  async #park(event: StoredEvent, reason: unknown, stops: boolean, signal: AbortSignal): Promise<boolean> {
    const unhandled = [{ event, reason, state: 'parked', stops } as const];
    const keep = () => this.#parked.keep(this.reader, unhandled);
    const isParked = (await this.untilThere('parking an event', signal, keep)) ?? false;
    const { id, type } = event;
    const said = { reactor: this.#reactor.name, event: id, type, stops };
    if (isParked) this.#log.error({ ...said, err: reason }, 'an event was parked');
    if (isParked && this.#spokenOf?.id === id) this.#spokenOf = undefined;
    return isParked;
  }

  /** Waits until an operator has had a parked event tried again or skipped, or another node has done with it. */
  async #untilDecided({ id }: StoredEvent, signal: AbortSignal): Promise<void> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    signal.addEventListener('abort', end);
    while (!signal.aborted && this.#parked.find(this.reader, id)?.state === 'parked') {
      await Promise.race([this.#decided.promise, aborted]);
    }
    signal.removeEventListener('abort', end);
  }

  /** Of many that fail at the same time the log tells of one, until that is done. */
  #say({ id, type }: StoredEvent, reason: unknown): void {
    const fields = { reactor: this.#reactor.name };
    this.#spokenOf ??= { id, failures: failuresTo(`reacting to ${type}`, this.#log, fields) };
    if (this.#spokenOf.id === id) this.#spokenOf.failures.failed(reason);
  }
}

/** Whether something is away, or too busy: that passes by waiting, however long. */
function isPassing(reason: unknown): boolean {
  return reason instanceof Unavailable || reason instanceof Busy;
}
