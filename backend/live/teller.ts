import { isReadable, type StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import type { Notice, Notices } from '../../modules/kernel/notices.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import { failuresTo } from '../runtime/logging/failure-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { countIn, type LiveServer, rooms } from './live-socket.ts';
import type { TopicTeller } from './topic-teller.ts';

/** What no GET shows yet is kept, so much of it; of more the oldest is not told. */
const mostKept = 1_000;

type Options = {
  readonly io: LiveServer;
  readonly notices: readonly Notices[];
  readonly topics: readonly TopicTeller[];
  readonly shows: (event: StoredEvent, by: readonly Projection[]) => boolean;
  /** Told of each notice that was sent, and to how many browsers. */
  readonly told?: ((event: StoredEvent, notice: string, browsers: number) => void) | undefined;
  readonly log: Log;
};

type Concern = { readonly event: StoredEvent; readonly notices: Notices };

/**
 * Tells of events in their order, each to whom it concerns, once GETs show it: an event that was parked, or that a
 * projection stands still for, is told when an operator has had it go on.
 */
export class Teller {
  readonly #options: Options;
  readonly #failures: ReturnType<typeof failuresTo>;
  #telling: Promise<void> = Promise.resolve();
  #kept: readonly Concern[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#failures = failuresTo('telling browsers what happened', options.log);
  }

  /** @param isHeard whether there is anybody to tell; without anybody nothing is done */
  tell({ events }: LogBatch, isHeard: boolean): void {
    if (isHeard) this.#inTurn(events);
    else this.#kept = [];
  }

  /** Tells what could not be shown before, and is now. */
  again(): void {
    if (this.#kept.length > 0) this.#inTurn([]);
  }

  /** One batch after the other: what has to be read for one notice must not let a later one overtake it. */
  #inTurn(events: readonly StoredEvent[]): void {
    this.#telling = this.#telling.then(() => this.#tellAll(events));
  }

  async #tellAll(events: readonly StoredEvent[]): Promise<void> {
    const concerns = [...this.#kept, ...events.flatMap((event) => this.#concernsOf(event))];
    const kept: Concern[] = [];
    for (const concern of concerns) {
      try {
        if (!this.#options.shows(concern.event, concern.notices.shownBy)) kept.push(concern);
        else await this.#tellOf(concern);
        this.#failures.succeeded();
      } catch (reason) {
        this.#failures.failed(reason);
      }
    }
    this.#kept = kept.slice(-mostKept);
  }

  #concernsOf(event: StoredEvent): Concern[] {
    if (!isReadable(event)) return [];
    return this.#options.notices
      .filter((notices) => notices.tellsOf(event.type))
      .map((notices) => ({ event, notices }));
  }

  async #tellOf({ event, notices }: Concern): Promise<void> {
    for (const teller of this.#options.topics) if (notices.topics.includes(teller.topic)) teller.happened(event);
    const found = notices.noticeOf(event);
    const notice = found instanceof Promise ? await found : found;
    if (notice) this.#send(notice, event);
  }

  #send({ name, to, payload }: Notice, event: StoredEvent): void {
    const { io, told: sent } = this.#options;
    const told = { ...payload, position: event.position.toString() };
    if (to === 'everyone') {
      io.emit(name, told);
      sent?.(event, name, io.of('/').sockets.size);
      return;
    }
    const wanted = [...(to.uid === undefined ? [] : [rooms.user(to.uid)]), ...(to.admins ? [rooms.admins] : [])];
    const heard = wanted.filter((room) => countIn(io, room) > 0);
    if (heard.length === 0) return;
    io.to(heard).emit(name, told);
    sent?.(
      event,
      name,
      heard.reduce((sum, room) => sum + countIn(io, room), 0),
    );
  }
}
