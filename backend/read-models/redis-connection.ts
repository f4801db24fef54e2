import type { Duplex } from 'node:stream';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import { timeLimit } from '../runtime/time/time-limits.ts';
import { isGivenUpFor, redisClient, SILENCE } from './redis-client.ts';
import { explained, unavailable } from './redis-fault.ts';
import { isCutOff, type RedisServer, saidToTurnAway } from './redis-turned-away.ts';

/** How long the first attempt to connect may take before calls are refused, in ms. */
const FIRST_ATTEMPT = 2_000;
/** It is counted in such steps, in ms: while the process loads its code it hears nothing, and what Redis has said by then counts. */
const STEP = 100;

/** What the client says, or begins with, when it may have told why before. */
const VAGUE = [
  'Connection is closed.',
  'Failed to refresh slots cache.',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'Reached the max retries per request limit',
];

export type RedisClient = Pick<
  Redis,
  'get' | 'hget' | 'hlen' | 'info' | 'hmget' | 'unlink' | 'sadd' | 'srem' | 'smembers' | 'eval' | 'evalsha'
>;

/** A connection that is lost is made again by itself; until then, calls are refused at once instead of queued. */
export class RedisConnection {
  readonly #client: Redis | Cluster;
  /** Resolves when the first attempt to connect has gone well or not. */
  readonly #tried = Promise.withResolvers<void>();
  #trouble: Error | undefined;
  #looking: Promise<void> | undefined;
  /** What goes out together at the end of this turn of the event loop. */
  #corked: readonly Duplex[] = [];
  readonly #soon: (() => void)[] = [];

  constructor(address: string) {
    this.#client = redisClient(address);
    // Listening to errors also keeps the client from writing them to the console.
    for (const failure of ['error', 'node error', 'sentinelError']) {
      this.#client.on(failure, (error: Error, node?: string) => this.#fail(error, node));
    }
    this.#client.on('ready', () => {
      this.#trouble = undefined;
    });
    this.#client.on('close', () => {
      this.#trouble ??= new Error('the connection was lost');
    });
    let waited = 0;
    const waiting = setInterval(() => {
      waited += STEP;
      if (waited < FIRST_ATTEMPT) return;
      this.#trouble ??= new Error(`no answer within ${FIRST_ATTEMPT} ms`);
      this.#tried.resolve();
    }, STEP);
    for (const outcome of ['ready', 'error', 'close', 'end']) this.#client.once(outcome, this.#tried.resolve);
    void this.#tried.promise.then(() => clearInterval(waiting));
  }

  /** Whether all goes to one server, which does it in the order in which it was sent: nodes of a cluster send on what is another's. */
  get isOfOneServer(): boolean {
    return !(this.#client instanceof Cluster);
  }

  /**
   * What the call answers.
   * @param within in ms; a call that takes longer may still have its effect.
   * @throws Unavailable when Redis cannot be reached or does not answer in time.
   */
  async ask<Answer>(within: number, call: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    await this.#tried.promise;
    if (this.#client.status !== 'ready') throw unavailable(this.#trouble);
    this.#sendTogether();
    try {
      return await answered(call(this.#client), within);
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason;
      if (isGivenUpFor(reason)) this.#trouble = reason;
      throw explained(this.#reasonOf(reason));
    }
  }

  /** What each server answers: of a cluster, its masters. */
  askEach<Answer>(within: number, call: (client: RedisClient) => Promise<Answer>): Promise<Answer[]> {
    return this.ask(within, () => Promise.all(this.#servers.map(call)));
  }

  get #servers(): readonly Redis[] {
    return this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client];
  }

  #fail(error: Error, node: string | undefined): void {
    // Of a node of a cluster the client says no more than that it is so.
    const server = isCutOff(error) || (node && isVague(error)) ? this.#serverOf(node) : undefined;
    if (!server) {
      this.#trouble = this.#reasonOf(error);
      return;
    }
    this.#trouble ??= this.#reasonOf(error);
    this.#looking ??= this.#lookWhy(error, server).finally(() => {
      this.#looking = undefined;
    });
  }

  /** Why a server cut a connection off: by the error alone nobody would know what to do. */
  async #lookWhy(error: Error, server: RedisServer): Promise<void> {
    const { options } = this.#client;
    const { tls } = ('redisOptions' in options ? options.redisOptions : (options as RedisOptions)) ?? {};
    const said = await saidToTurnAway(server, tls);
    if (this.#trouble && this.#client.status !== 'end') this.#trouble = said ? new Error(said) : this.#reasonOf(error);
  }

  /** The one that is meant by the name that a cluster has for it, or by the address; of the master of sentinels neither tells. */
  #serverOf(node: string | undefined): RedisServer | undefined {
    const [, name, number] = /^(.+):(\d+)$/.exec(node ?? '') ?? [];
    if (name) return { host: name, port: Number(number) };
    if (this.#client instanceof Cluster || this.#client.options.sentinels) return undefined;
    const { host = '', port = 0 } = this.#client.options;
    return { host, port };
  }

  /** The error, or why the connection was lost where it tells no more than that. */
  #reasonOf(error: Error): Error {
    return isVague(error) ? (this.#trouble ?? new Error('the connection was lost')) : error;
  }

  /** Asks when whoever else is heard in this turn of the event loop has said what they want: then all ask in one go. */
  soon(ask: () => void): void {
    if (this.#soon.push(ask) > 1) return;
    setImmediate(() => {
      for (const each of this.#soon.splice(0)) each();
    });
  }

  /**
   * Has all that is asked in this turn of the event loop go out in one write (pipelining): each of its own costs more than
   * what most commands do. Everything else is as without: a cluster's redirections, and what is refused.
   */
  #sendTogether(): void {
    if (this.#corked.length > 0) return;
    this.#corked = this.#servers.flatMap(({ stream }) => stream ?? []);
    for (const stream of this.#corked) stream.cork();
    process.nextTick(() => {
      for (const stream of this.#corked) stream.uncork();
      this.#corked = [];
    });
  }

  /** What a library makes of the client; what that asks goes through `ask` as well. */
  use<Made>(make: (client: Redis | Cluster) => Made): Made {
    return make(this.#client);
  }

  /** Lets go of the connection once what was asked before has been answered. */
  async close(): Promise<void> {
    this.#trouble = new Error('the connection is closed');
    if (this.#client.status === 'ready') await answered(this.#client.quit(), SILENCE).catch(() => {});
    if (this.#client.status !== 'end') this.#client.disconnect();
    this.#tried.resolve();
  }
}

function isVague({ message }: Error): boolean {
  return VAGUE.some((beginning) => message.startsWith(beginning));
}

function answered<Answer>(answer: Promise<Answer>, within: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const time = timeLimit(within, () => reject(unavailable(new Error(`no answer within ${within} ms`))));
    answer.then(
      (value) => {
        time.end();
        resolve(value);
      },
      (reason) => {
        time.end();
        reject(reason);
      },
    );
  });
}
