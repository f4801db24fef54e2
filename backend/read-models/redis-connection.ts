import { Cluster, Redis } from 'ioredis';
import { parseRedisAddress, type RedisAddress } from './redis-address.ts';
import { explained, unavailable } from './redis-fault.ts';

/** How long the first attempt to connect may take before calls are refused, in ms. */
const FIRST_ATTEMPT = 2_000;
/** A connection on which an answer has been outstanding for so long is given up and made anew, in ms. */
const SILENCE = 5_000;

export type RedisClient = Pick<
  Redis,
  'hget' | 'hmget' | 'zlexcount' | 'unlink' | 'sadd' | 'srem' | 'smembers' | 'eval' | 'evalsha'
>;

/** A connection that is lost is made again by itself; until then, calls are refused at once instead of queued. */
export class RedisConnection {
  readonly #client: Redis | Cluster;
  readonly #firstAttempt: Promise<void>;
  #settled = false;
  #trouble: Error | undefined;

  constructor(address: string) {
    this.#client = clientFor(parseRedisAddress(address));
    // A cluster tells of single nodes apart. Listening also keeps the client from writing errors to the console.
    for (const event of ['error', 'node error']) {
      this.#client.on(event, (error: Error) => {
        this.#trouble = error;
      });
    }
    this.#firstAttempt = this.#untilTried().then(() => {
      this.#settled = true;
    });
  }

  /**
   * What the call answers.
   * @param within in ms; a call that takes longer may still have its effect.
   * @throws Unavailable when Redis cannot be reached or does not answer in time.
   */
  async ask<Answer>(within: number, call: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    if (!this.#settled) await this.#firstAttempt;
    if (this.#client.status !== 'ready') throw unavailable(this.#trouble);
    try {
      return await answered(call(this.#client), within);
    } catch (error) {
      throw explained(error);
    }
  }

  /** Lets go of the connection once what was asked before has been answered. */
  async close(): Promise<void> {
    const { status } = this.#client;
    this.#trouble = new Error('the connection is closed');
    if (status === 'ready') await answered(this.#client.quit(), SILENCE).catch(() => {});
    if (this.#client.status !== 'end') this.#client.disconnect();
  }

  #untilTried(): Promise<void> {
    return new Promise((resolve) => {
      const tooLong = setTimeout(resolve, FIRST_ATTEMPT);
      for (const outcome of ['ready', 'error', 'close', 'end']) {
        this.#client.once(outcome, () => {
          clearTimeout(tooLong);
          resolve();
        });
      }
    });
  }
}

function clientFor({ tls, hosts, username, password, db }: RedisAddress): Redis | Cluster {
  const options = {
    username,
    password,
    tls: tls ? {} : undefined,
    connectTimeout: 1_000,
    socketTimeout: SILENCE,
    maxLoadingRetryTime: 1_000,
    // What was on its way when a connection broke is not sent again: the caller decides on what it then finds.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  };
  const [first] = hosts;
  if (hosts.length === 1) {
    return new Redis({
      ...first,
      ...options,
      db,
      enableOfflineQueue: false,
      retryStrategy: backOff,
      // After a failover the name may lead to the new master.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
  }
  return new Cluster([...hosts], {
    redisOptions: options,
    clusterRetryStrategy: backOff,
    retryDelayOnFailover: 0,
    // Four redirections, with 100 ms between them where a cluster says it is down, stay well under a second.
    maxRedirections: 4,
    slotsRefreshInterval: 5_000,
    // Certificates are for names, so that the names must not be resolved before.
    dnsLookup: tls ? (name, callback) => callback(null, name) : undefined,
  });
}

/** How long to wait before attempt n, in ms: soon at first, at most a second, and not every process at once. */
function backOff(attempt: number): number {
  return Math.min(50 * 2 ** attempt, 1_000) * (0.5 + Math.random() / 2);
}

function answered<Answer>(answer: Promise<Answer>, within: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(unavailable(new Error(`no answer within ${within} ms`)));
    // When the event loop stood still, the timer comes before an answer that is there: setImmediate lets that in first.
    const timer = setTimeout(() => setImmediate(refuse), within);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
