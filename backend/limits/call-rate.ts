import type { RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from '../../modules/kernel/errors.ts';
import { ExpiringCache } from '../../modules/kernel/memory/expiring-cache.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** How long a node keeps what it has counted before it tells the others, in ms. */
const interval = 500;
/** Of what is borne, from which part on the other nodes are told: whoever calls now and then costs them nothing. */
const worthTelling = 1 / 20;

/**
 * Counts calls by key, on the way of every one of them: so it counts in this process, and exchanges in the background what
 * many calls were made with (write-behind). No call waits for another process. In return n nodes may let in what came to
 * them within the last half second, and each a twentieth of the limit, beyond it.
 */
export class CallRate {
  readonly #own: RateLimiter;
  readonly #shared: RateLimiter | undefined;
  /** What the other nodes know of a key: how much was counted when it was told last. */
  readonly #told: ExpiringCache<{ points: number }>;
  readonly #now: () => Date;
  readonly #refusal: string;
  #toTell = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param options.shared what all nodes count in together, if they do
   * @param options.refusal what is said of too much, before the time after which it may be tried again
   */
  constructor(options: {
    own: RateLimiter;
    shared?: RateLimiter;
    capacity: number;
    now: () => Date;
    refusal?: string;
  }) {
    this.#refusal = options.refusal ?? 'Too many requests.';
    this.#own = options.own;
    this.#shared = options.shared;
    this.#now = options.now;
    this.#told = new ExpiringCache({ capacity: options.capacity, now: options.now });
  }

  /** @throws TooMany when there were too many within the minute. */
  async count(key: string): Promise<void> {
    const { points } = this.#own;
    const counted = await this.#own.consume(key).catch((exceeded: RateLimiterRes) => exceeded);
    const { consumedPoints, msBeforeNext } = counted;
    // What is refused needs not be told: the others know that there were too many.
    if (this.#shared && consumedPoints >= points * worthTelling && consumedPoints <= points + 1) this.#tell(key);
    if (consumedPoints > points) throw tooMany(this.#refusal, msBeforeNext);
  }

  /** @throws TooMany when so much is counted already that nothing more may be. */
  async mustHaveRoom(key: string): Promise<void> {
    const counted = await this.#own.get(key);
    if (counted && counted.consumedPoints >= this.#own.points) throw tooMany(this.#refusal, counted.msBeforeNext);
  }

  /** Counts what has been done, however much it is. */
  async note(key: string, cost: number): Promise<void> {
    const { consumedPoints } = await this.#own.penalty(key, cost);
    if (this.#shared && consumedPoints >= this.#own.points * worthTelling) this.#tell(key);
  }

  /** Tells the other nodes what was counted since, and takes over what they have. */
  async exchange(): Promise<void> {
    const keys = this.#toTell;
    this.#toTell = new Set();
    await Promise.allSettled([...keys].map((key) => this.#exchangeOne(key)));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #tell(key: string): void {
    this.#toTell.add(key);
    this.#timer ??= setTimeout(async () => {
      await this.exchange();
      this.#timer = undefined;
      const [next] = this.#toTell;
      if (next !== undefined && !this.#isClosed) this.#tell(next);
    }, interval).unref();
  }

  async #exchangeOne(key: string): Promise<void> {
    const { consumedPoints: before = 0, msBeforeNext: left = 0 } = (await this.#own.get(key)) ?? {};
    const since = before - (this.#told.get(key)?.points ?? 0);
    if (!this.#shared || since <= 0) return;
    // What is sent is told, though no answer comes in time: it may be carried out late, and told again it would count twice.
    this.#told.set(key, { points: before }, this.#now().getTime() + left);
    const { consumedPoints: all, msBeforeNext } = await this.#shared.penalty(key, since);
    // Of what was lost on the way, while their store was away, the others know nothing: here it stays counted.
    if (all < before) return;
    const after = (await this.#own.get(key))?.consumedPoints ?? before;
    this.#told.set(key, { points: all }, this.#now().getTime() + msBeforeNext);
    await this.#own.set(key, all + after - before, msBeforeNext / 1_000);
  }
}

const units = [
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

function tooMany(refusal: string, msBeforeNext: number): TooMany {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  // Two minutes are told of in seconds still: whoever waits for so long waits at the screen.
  const unit = units.find((each) => seconds > 2 * each.seconds) ?? units[2];
  const many = Math.ceil(seconds / unit.seconds);
  const wait = many === 1 ? `a ${unit.name}` : `${many} ${unit.name}s`;
  return new TooMany(`${refusal} Please try again in ${wait}.`, seconds);
}
