import type { Renewal } from '../../modules/identity/renewal.ts';
import type { Renewals } from '../../modules/identity/renewals.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { RedisConnection } from '../read-models/redis-connection.ts';
import { Script } from '../read-models/redis-scripts.ts';
import { written } from './written.ts';

/** Milliseconds that somebody waits for an answer. */
const patience = 500;
/** Each time somebody else was faster: of a session there are a few tabs. */
const mostTries = 50;

/** KEYS: the renewal. ARGV: what it is expected to be ('' for nothing), what it becomes, until when (Unix time, ms). */
const replaceScript = new Script(`
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
return 1
`);

/**
 * Renewals in Redis, a key each, which goes by itself when its session's time is over. Compare and set: several nodes may renew
 * the same session at the same moment.
 * @throws BadRedisAddress
 */
export function openRedisRenewals({ address, prefix }: { address: string; prefix: string }): Renewals {
  return new RedisRenewals(new RedisConnection(address), prefix);
}

class RedisRenewals implements Renewals {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async find(sid: string): Promise<Renewal | undefined> {
    return written(await this.#text(sid));
  }

  change: Renewals['change'] = async (sid, until, become) => {
    for (let tries = 1; tries <= mostTries; tries++) {
      const text = await this.#text(sid);
      const before = written(text);
      const after = become(before);
      if (!after) return before;
      const values = [text ?? '', JSON.stringify(after), String(until.getTime())];
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

  #text(sid: string): Promise<string | null> {
    return this.#connection.ask(patience, (redis) => redis.get(this.#keyOf(sid)));
  }

  #keyOf(sid: string): string {
    return `${this.#prefix}renewal:${sid}`;
  }
}
