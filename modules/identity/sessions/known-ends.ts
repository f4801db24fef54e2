import { isOfOneStream } from '../../kernel/errors.ts';
import { ExpiringCache } from '../../kernel/memory/expiring-cache.ts';

/** How many sessions are remembered, and for how long, in milliseconds: longer than any token is good. */
const remembers = { sessions: 10_000, for: 60 * 60 * 1000 };

/** Sessions that this process knows to be over, before GETs show it. */
export class KnownEnds {
  readonly #over: ExpiringCache<true>;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#over = new ExpiringCache({ capacity: remembers.sessions, now });
    this.#now = now;
  }

  has(sid: string): boolean {
    return this.#over.get(sid) === true;
  }

  add(sid: string): void {
    this.#over.set(sid, true, this.#now().getTime() + remembers.for);
  }

  /**
   * Where the end of a session cannot be written down, since its stream cannot be read, it is over in this process all the same: GETs
   * show it still. It is renewed at no node then, so that the access token it has is its last.
   * @throws what `ending` throws, that too
   */
  async orHere<Result>(sid: string, ending: Promise<Result>): Promise<Result> {
    try {
      return await ending;
    } catch (reason) {
      if (isOfOneStream(reason)) this.add(sid);
      throw reason;
    }
  }
}
