import { DamagedStream } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Reactor } from '../../../modules/kernel/reactor.ts';
import type { Log } from '../../runtime/logging/log.ts';
import type { Pace } from '../../runtime/retries/back-off.ts';
import type { ParkedEvent, ParkedEvents } from '../parked/parked-events.ts';
import { Waiters } from '../read-your-writes/waiters.ts';
import { ReactionTries } from './reaction-tries.ts';

/** How many events are in memory at most that have not been reacted to. */
const mostOutstanding = 1_000;

export type ReactionsWiring = {
  readonly store: EventStore;
  readonly parked: ParkedEvents;
  readonly log: Log;
  readonly now: () => Date;
  /** Back-off of a reaction that failed, unless it is the usual. */
  readonly pace?: Pace;
};

/** An event that has not been reacted to. */
type Outstanding = {
  readonly event: StoredEvent;
  /** How far the log had been read before it: the checkpoint moves no further until it is done with. */
  readonly after: bigint;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** It is written down beside the log as waiting: the checkpoint may move past it. */
  isKept: boolean;
};

/**
 * The reactions of one reactor that are under way. Those to one stream come one after the other, in its order; about different
 * things their order is free, so that what waits for a provider keeps nobody else waiting.
 */
export class Reactions {
  readonly #reactor: Reactor;
  readonly #wiring: ReactionsWiring;
  readonly #tries: ReactionTries;
  readonly #progressed: (signal: AbortSignal) => void;
  /** Up to where every event has been reacted to, or stands beside the log. */
  readonly #done = new Waiters();
  /** Up to where nothing moves: every event has been reacted to, or is held up. */
  readonly #still = new Waiters();
  readonly #outstanding = new Map<string, Outstanding>();
  /** What is about one thing, in its order. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #heldUp = new Set<string>();
  /** Events that stand beside the log and are tried again. */
  readonly #again = new Set<string>();
  #room = Promise.withResolvers<void>();
  #read = 0n;
  #isStuck = false;

  /** @param progressed told whenever an event is done with, or the log has been read further */
  constructor(reactor: Reactor, wiring: ReactionsWiring, progressed: (signal: AbortSignal) => void) {
    this.#reactor = reactor;
    this.#wiring = wiring;
    this.#progressed = progressed;
    this.#tries = new ReactionTries(reactor, wiring);
  }

  /** How far the log has been read. */
  get read(): bigint {
    return this.#read;
  }

  /** How far the checkpoint may go: every event up to there has been reacted to, or stands beside the log. */
  get done(): bigint {
    return this.#done.reached;
  }

  /** The position of the last event that a reaction has appended so far. */
  get lastAppended(): bigint {
    return this.#tries.lastAppended;
  }

  /** How many events more may begin. */
  get room(): number {
    return mostOutstanding - this.#outstanding.size;
  }

  /** How many have begun and are not done. */
  get outstanding(): number {
    return this.#outstanding.size;
  }

  get hasHeldUp(): boolean {
    return this.#heldUp.size > 0;
  }

  /** Resolves when there may be more room than before, or the shop closes. */
  async roomier(signal: AbortSignal): Promise<void> {
    const closed = Promise.withResolvers<void>();
    const close = () => closed.resolve();
    signal.addEventListener('abort', close, { once: true });
    await Promise.race([this.#room.promise, closed.promise]);
    signal.removeEventListener('abort', close);
  }

  /**
   * Resolves once every event up to a position has been reacted to, or is held up: nobody waits for what may take for ever.
   * After so many milliseconds in any case. Undefined when there is nothing to wait for.
   */
  whenStill(position: bigint, milliseconds: number): Promise<unknown> | undefined {
    if (this.#isStuck || position <= this.#still.reached) return undefined;
    return this.#still.wait(position, milliseconds);
  }

  /**
   * Whether the event at a position has not been reacted to, or has not even been read; or another of the same call before it has not.
   * @param correlationId the call's
   */
  isBehind(position: bigint, correlationId?: string): boolean {
    if (position > this.#read) return true;
    const isOfCall = ({ event }: { readonly event: StoredEvent }) =>
      event.position === position || (event.meta.correlationId === correlationId && event.position < position);
    return this.#outstanding.size > 0 && this.#outstanding.values().some(isOfCall);
  }

  /** Starts the reactions to events of the log up to a position. */
  begin(events: readonly StoredEvent[], upTo: bigint, signal: AbortSignal): void {
    const since = this.#wiring.now().getTime();
    for (const event of events) {
      if (event.position <= this.#read || !this.#reactor.handles(event.type)) continue;
      this.#outstanding.set(event.id, { event, after: this.#read, since, isKept: false });
      this.#read = event.position;
      this.#inLane(event.stream, signal, async () => {
        if (await this.#untilDone(event, signal)) this.#outstanding.delete(event.id);
      });
    }
    if (upTo > this.#read) this.#read = upTo;
    this.#advance();
    this.#progressed(signal);
  }

  /** Acts on what operators have decided, and on what other nodes, or an earlier start, have left to be tried again. */
  reconsider(signal: AbortSignal): void {
    this.#tries.reconsider();
    for (const entry of this.#wiring.parked.of(this.#tries.reader)) {
      const { eventId, state, stops, stream } = entry;
      if (state === 'parked' || stops || this.#again.has(eventId) || this.#outstanding.has(eventId)) continue;
      this.#again.add(eventId);
      this.#inLane(stream, signal, async () => {
        const read = () => this.#eventOf(entry);
        const event = await this.#tries.untilThere('reading a parked event', signal, read);
        if (event) await this.#untilDone(event, signal);
        else if (!signal.aborted) await this.#tries.remove(eventId, signal);
        this.#again.delete(eventId);
      });
    }
  }

  /** Writes beside the log what has been held up since before a moment, so that the checkpoint need not stay for it. */
  async keepWaiting(before: number): Promise<void> {
    if (this.#reactor.whenFailing === 'stop') return;
    const long = [...this.#outstanding.values()].filter(
      ({ event, since, isKept }) => !isKept && since <= before && this.#isHeldUp(event.stream),
    );
    if (long.length === 0) return;
    const reason = 'It waits for something that is away.';
    const unhandled = long.map(({ event }) => ({ event, reason, state: 'waiting', stops: false }) as const);
    if (!(await this.#wiring.parked.keep(this.#tries.reader, unhandled))) return;
    for (const one of long) one.isKept = true;
    this.#advance();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#lanes.values());
  }

  #untilDone(event: StoredEvent, signal: AbortSignal): Promise<boolean> {
    return this.#tries.untilDone(event, signal, () => {
      this.#heldUp.add(this.#laneOf(event.stream));
      this.#advance();
    });
  }

  /** What must come one after the other: what is about one thing; all of it for a reactor that stops. */
  #laneOf(stream: string): string {
    return this.#reactor.whenFailing === 'stop' ? '' : stream;
  }

  #isHeldUp(stream: string): boolean {
    return this.#heldUp.has(this.#laneOf(stream));
  }

  /** Lets something be done in its turn. It must not reject. */
  #inLane(stream: string, signal: AbortSignal, work: () => Promise<void>): void {
    const lane = this.#laneOf(stream);
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const mine = before.then(async () => {
      if (!signal.aborted) await work();
      if (signal.aborted) return;
      this.#heldUp.delete(lane);
      if (this.#lanes.get(lane) === mine) this.#lanes.delete(lane);
      this.#advance();
      this.#room.resolve();
      this.#room = Promise.withResolvers();
      this.#progressed(signal);
    });
    this.#lanes.set(lane, mine);
  }

  #advance(): void {
    let done: bigint | undefined;
    let still: bigint | undefined;
    for (const { event, after, isKept } of this.#outstanding.values()) {
      if (!isKept) done ??= after;
      if (!this.#isHeldUp(event.stream)) still ??= after;
      if (done !== undefined && still !== undefined) break;
    }
    this.#done.advance(done ?? this.#read);
    this.#still.advance(still ?? this.#read);
    // What there is no room for is held up by what holds up the rest.
    this.#isStuck = still === undefined && this.room <= 0;
    if (this.#isStuck) this.#still.release();
  }

  /** The event of a parked entry; undefined when it is not there any more, or an operator has decided otherwise meanwhile. */
  async #eventOf({ stream, revision, eventId }: ParkedEvent): Promise<StoredEvent | undefined> {
    if (!this.#wiring.parked.find(this.#tries.reader, eventId)) return undefined;
    const [event] = await this.#wiring.store.readStream(stream, { from: BigInt(revision), limit: 1 }).catch(damagedIn);
    return event?.id === eventId ? event : undefined;
  }
}

/** The event that keeps its stream from being read: it is damaged still, which is for whoever tries it to say. */
function damagedIn(reason: unknown): StoredEvent[] {
  if (reason instanceof DamagedStream && reason.event) return [reason.event];
  throw reason;
}
