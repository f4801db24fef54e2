import type { Renewal } from '../../modules/identity/sessions/renewal.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { RedisConnection } from '../read-models/redis-connection.ts';
import { Script } from '../read-models/redis-scripts.ts';
import { written } from './written.ts';

/** Milliseconds that somebody waits for an answer. */
const patience = 500;
/** Each time somebody else was faster: of a session there are a few tabs. */
const mostTries = 50;

/** KEYS: the renewal. Answers what it is, and the time of Redis: seconds since the Unix epoch, and microseconds. */
const findScript = new Script(`return { redis.call('GET', KEYS[1]), redis.call('TIME') }`);

/** KEYS: the renewal. ARGV: what it is expected to be ('' for nothing), what it becomes, until when (Unix time, ms). */
const replaceScript = new Script(`
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
return 1
`);

/**
 * Renewals in Redis, a key each, which goes by itself when its session's time is over. Compare and set: several nodes may renew
 * the same session at the same moment. Times are kept by the clock of Redis, and told by this node's. Without this, two tabs that ask
 * nodes whose clocks are ten seconds apart would end their session, as if one of them had a copy of its cookie.
 * @param options.clock this node's, in milliseconds since the Unix epoch
 * @throws BadRedisAddress
 */
export function openRedisRenewals(options: { address: string; prefix: string; clock?: () => number }): Renewals {
  const { address, prefix, clock = Date.now } = options;
  return new RedisRenewals(new RedisConnection(address), prefix, clock);
}

class RedisRenewals implements Renewals {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #clock: () => number;

  constructor(connection: RedisConnection, prefix: string, clock: () => number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  async find(sid: string): Promise<Renewal | undefined> {
    const { text, ahead } = await this.#found(sid);
    return later(written(text), -ahead);
  }

  change: Renewals['change'] = async (sid, until, become) => {
    for (let tries = 1; tries <= mostTries; tries++) {
      const { text, ahead } = await this.#found(sid);
      const before = later(written(text), -ahead);
      const after = become(before);
      if (!after) return before;
      const values = [text ?? '', JSON.stringify(later(after, ahead)), String(until.getTime() + ahead)];
      const replaced = await this.#connection.ask(patience, (redis) =>
        replaceScript.run(redis, [this.#keyOf(sid)], values, (answer) => answer === 1),
      );
      if (replaced) return after;
    }
    throw new Unavailable('Too many renew this session at the same moment.');
  };

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** What is kept, and by how many milliseconds the clock of Redis is ahead: whole seconds, since the answer was under way. */
  async #found(sid: string): Promise<{ text: string | null; ahead: number }> {
    const asked = this.#clock();
    const [text, [seconds, microseconds]] = await this.#connection.ask(patience, (redis) =>
      findScript.run(redis, [this.#keyOf(sid)], [], (answer) => answer as [string | null, [string, string]]),
    );
    const there = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    return { text, ahead: Math.round((there - (asked + this.#clock()) / 2) / 1_000) * 1_000 };
  }

  #keyOf(sid: string): string {
    return `${this.#prefix}renewal:${sid}`;
  }
}

/** The same with its times so many milliseconds later. */
function later<Kept extends Renewal | undefined>(renewal: Kept, by: number): Kept {
  if (!renewal || by === 0) return renewal;
  const { recent, actedAt } = renewal;
  const acted = actedAt === undefined ? {} : { actedAt: actedAt + by };
  return { ...renewal, recent: recent.map(([used, at]) => [used, at + by] as const), ...acted };
}
