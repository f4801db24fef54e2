import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import type { Notice, Notices } from '../../modules/kernel/notices.ts';
import { failuresTo } from '../runtime/failure-log.ts';
import type { Log } from '../runtime/log.ts';
import { countIn, type LiveServer, rooms } from './live-socket.ts';
import type { TopicTeller } from './topic-teller.ts';

type Options = {
  readonly io: LiveServer;
  readonly notices: readonly Notices[];
  readonly topics: readonly TopicTeller[];
  readonly log: Log;
};

/** Tells of events in their order, each to whom it concerns. */
export class Teller {
  readonly #options: Options;
  readonly #failures: ReturnType<typeof failuresTo>;
  #telling: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#failures = failuresTo('telling browsers what happened', options.log);
  }

  tell({ events }: LogBatch): void {
    const readable = events.filter(({ unreadable, damaged }) => unreadable === undefined && damaged === undefined);
    // One batch after the other: what has to be read for one notice must not let a later one overtake it.
    this.#telling = this.#telling.then(() => this.#tellAll(readable));
  }

  async #tellAll(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      try {
        await this.#tellOf(event);
        this.#failures.succeeded();
      } catch (reason) {
        this.#failures.failed(reason);
      }
    }
  }

  async #tellOf(event: StoredEvent): Promise<void> {
    for (const teller of this.#options.topics) teller.happened(event);
    for (const { noticeOf } of this.#options.notices) {
      const found = noticeOf(event);
      const notice = found instanceof Promise ? await found : found;
      if (notice) this.#send(notice, event.position);
    }
  }

  #send({ name, to, payload }: Notice, position: bigint): void {
    const { io } = this.#options;
    const told = { ...payload, position: position.toString() };
    if (to === 'everyone') {
      io.emit(name, told);
      return;
    }
    const wanted = [...(to.uid === undefined ? [] : [rooms.user(to.uid)]), ...(to.admins ? [rooms.admins] : [])];
    const heard = wanted.filter((room) => countIn(io, room) > 0);
    if (heard.length > 0) io.to(heard).emit(name, told);
  }
}
