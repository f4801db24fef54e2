import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Topic } from '../../modules/kernel/notices.ts';
import { failuresTo } from '../runtime/logging/failure-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import type { LiveBounds } from './live-bounds.ts';
import { countIn, type LiveServer, type LiveSocket, rooms } from './live-socket.ts';

/** Keys that are read together at most, and told together to those who asked: a hundredth of a second of work. */
const mostAtOnce = 1_000;
/** Keys that are read in a second at most for those who ask: SQLite takes about a tenth of a second for so many. */
const askedPerSecond = 10_000;
/** Back-off when the read models are away, in milliseconds. */
const readAgain = { first: 250, most: 5_000 };

/**
 * What a second is taken for, in milliseconds: what is told late is followed by what is not, and a reader who counts would
 * find one more than was promised in a second of theirs.
 */
const secondOfReaders = 1_040;

type Options = { readonly topic: Topic; readonly io: LiveServer; readonly bounds: LiveBounds; readonly log: Log };

/**
 * Tells the latest of a topic (conflation, rate limiting by key): what changes is told at once, then so many times a second
 * at most, the last always. All keys that are due are read together, and only those that somebody here hears of. So a rush
 * on one tool costs a few reads a second, and nothing to those who watch others.
 */
export class TopicTeller {
  readonly topic: Topic;
  readonly #io: LiveServer;
  readonly #bounds: LiveBounds;
  readonly #interval: number;
  readonly #failures: ReturnType<typeof failuresTo>;
  /** Has changed, and was not told since. */
  readonly #due = new Set<string>();
  /** When each that was told of late may be told again, by performance.now(). */
  readonly #quietUntil = new Map<string, number>();
  /** Who asked for the newest of which. */
  readonly #asked = new Map<LiveSocket, readonly string[]>();
  #keysAsked = 0;
  /** Things that somebody watches. */
  #watched = 0;
  /** When those who asked are read for again, by performance.now(): pacing, or who asks again and again would be all that is read for. */
  #askedAgain = 0;
  #timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  #isReading = false;
  #isClosed = false;

  constructor({ topic, io, bounds, log }: Options) {
    this.topic = topic;
    this.#io = io;
    this.#bounds = bounds;
    this.#interval = secondOfReaders / topic.perSecond;
    this.#failures = failuresTo(`reading for ${topic.name}`, log);
    topic.changes?.((key) => this.changed(key));
    if (topic.to === 'watchers') this.#countWatched();
  }

  #countWatched(): void {
    const prefix = rooms.watching(this.topic.name, '');
    const { adapter } = this.#io.of('/');
    adapter.on('create-room', (room: string) => {
      if (room.startsWith(prefix)) this.#watched += 1;
    });
    adapter.on('delete-room', (room: string) => {
      if (room.startsWith(prefix)) this.#watched -= 1;
    });
  }

  /** Something has happened, which GETs show. */
  happened(event: StoredEvent): void {
    const key = this.topic.keyOf(event);
    if (key !== undefined) this.changed(key);
  }

  changed(key: string): void {
    if (!this.#isHeard(key)) return;
    this.#due.add(key);
    this.#next(this.#quietUntil.get(key) ?? 0);
  }

  /**
   * Has a socket hear of some things, and of no others.
   * @returns false when too much is watched already: it hears of nothing more than before
   */
  watch(socket: LiveSocket, keys: readonly string[]): boolean {
    const now = new Set(keys.map((key) => rooms.watching(this.topic.name, key)));
    const prefix = rooms.watching(this.topic.name, '');
    for (const room of socket.rooms) if (room.startsWith(prefix) && !now.has(room)) socket.leave(room);
    const anew = [...now].filter((room) => countIn(this.#io, room) === 0).length;
    if (anew > 0 && this.#watched + anew > this.#bounds.watched) return false;
    socket.join([...now]);
    return this.ask(socket, keys);
  }

  /**
   * Tells one socket the newest of some keys, in the place of those that it asked for before.
   * @returns false when too many wait already: it is told nothing
   */
  ask(socket: LiveSocket, keys: readonly string[]): boolean {
    this.forget(socket);
    if (keys.length === 0) return true;
    if (this.#keysAsked + keys.length > this.#bounds.asked) return false;
    this.#wait(socket, keys);
    this.#next(this.#askedAgain);
    return true;
  }

  forget(socket: LiveSocket): void {
    this.#keysAsked -= this.#asked.get(socket)?.length ?? 0;
    this.#asked.delete(socket);
  }

  #wait(socket: LiveSocket, keys: readonly string[]): void {
    this.#asked.set(socket, keys);
    this.#keysAsked += keys.length;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer?.handle);
  }

  #isHeard(key: string): boolean {
    if (this.topic.to === 'everyone') return this.#io.of('/').sockets.size > 0;
    return countIn(this.#io, this.#roomOf(key)) > 0;
  }

  #roomOf(key: string): string {
    return this.topic.to === 'admins' ? rooms.admins : rooms.watching(this.topic.name, key);
  }

  /** Tells what is due at a time, by performance.now(), or before. */
  #next(at: number): void {
    if (this.#isReading || this.#isClosed || (this.#timer && this.#timer.at <= at)) return;
    clearTimeout(this.#timer?.handle);
    const handle = setTimeout(() => void this.#tell(), Math.max(0, at - performance.now()));
    this.#timer = { at, handle };
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    const began = performance.now();
    const keys = this.#takeDue();
    const { asked, wanted } = this.#takeAsked();
    this.#askedAgain = Math.max(this.#askedAgain, performance.now() + (wanted.size / askedPerSecond) * 1_000);
    for (const key of keys) wanted.add(key);
    let again = Number.POSITIVE_INFINITY;
    try {
      const latest = wanted.size === 0 ? new Map() : await this.topic.latest([...wanted]);
      this.#failures.succeeded();
      for (const key of keys) this.#tellAll(key, latest.get(key));
      for (const [socket, of] of asked) this.#tellOne(socket, of, latest);
      // After as long as it took: those who ask have half of the processor at most, however many they are.
      const ended = performance.now();
      if (asked.length > 0) this.#askedAgain = Math.max(this.#askedAgain, ended + (ended - began));
    } catch (reason) {
      for (const key of keys) this.#due.add(key);
      for (const [socket, of] of asked) if (socket.connected && !this.#asked.has(socket)) this.#wait(socket, of);
      again = performance.now() + backOff(this.#failures.failed(reason), readAgain);
    }
    this.#isReading = false;
    if (again < Number.POSITIVE_INFINITY) this.#next(again);
    else this.#goOn();
  }

  #goOn(): void {
    const now = performance.now();
    for (const [key, until] of this.#quietUntil) if (until <= now && !this.#due.has(key)) this.#quietUntil.delete(key);
    if (this.#asked.size > 0) this.#next(this.#askedAgain);
    for (const key of this.#due) this.#next(this.#quietUntil.get(key) ?? 0);
  }

  #takeDue(): string[] {
    const now = performance.now();
    const keys: string[] = [];
    for (const key of this.#due) {
      if (keys.length >= mostAtOnce) break;
      if ((this.#quietUntil.get(key) ?? 0) > now) continue;
      this.#due.delete(key);
      if (this.#isHeard(key)) keys.push(key);
    }
    return keys;
  }

  /** Who is read for next, in the order in which they asked, and what they want together. */
  #takeAsked() {
    const asked: [LiveSocket, readonly string[]][] = [];
    const wanted = new Set<string>();
    let count = 0;
    for (const entry of this.#asked) {
      if (count >= mostAtOnce || performance.now() < this.#askedAgain) break;
      for (const key of entry[1]) wanted.add(key);
      count += entry[1].length;
      asked.push(entry);
      this.forget(entry[0]);
    }
    return { asked, wanted };
  }

  #tellAll(key: string, payload: object | undefined): void {
    if (payload === undefined) return;
    this.#quietUntil.set(key, performance.now() + this.#interval);
    if (this.topic.to === 'everyone') this.#io.emit(this.topic.name, payload);
    else this.#io.to(this.#roomOf(key)).emit(this.topic.name, payload);
  }

  #tellOne(socket: LiveSocket, keys: readonly string[], latest: ReadonlyMap<string, object>): void {
    for (const key of keys) {
      const payload = latest.get(key);
      if (!payload) this.#letGo(socket, key);
      // Whoever was an admin when it was asked for may be none any more.
      else if (this.topic.to === 'everyone' || socket.rooms.has(this.#roomOf(key))) {
        socket.emit(this.topic.name, payload);
      }
    }
  }

  /** Of what there is not, nothing will be told, unless this node only is behind: while there is room, it is watched all the same. */
  #letGo(socket: LiveSocket, key: string): void {
    const { to } = this.topic;
    if (to === 'watchers' && this.#watched > this.#bounds.watchedWithUnknown) socket.leave(this.#roomOf(key));
  }
}
