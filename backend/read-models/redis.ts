import { z } from 'zod';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { Change, Found, ListQuery, Page, ReadModels } from '../../modules/kernel/read-models.ts';
import { cursorAfter, placeOf } from './cursor.ts';
import { pageSize } from './page-size.ts';
import { RedisConnection } from './redis-connection.ts';
import { endOf, fieldOf, keysOf, memberOf, placeOfRest, prefixOf, registryOf, restOfPlace } from './redis-keys.ts';
import { commitScript, listScript } from './redis-scripts.ts';

export type RedisReadModelsOptions = {
  /** Of one server, a Redis Cluster, or sentinels, in the forms of redis-address.ts. */
  readonly address: string;
  /** What every key begins with, so that several shops can share a Redis. */
  readonly prefix: string;
};

/** How long to wait for an answer, in ms: somebody waits for what is read, a projection has time. */
const PATIENCE = { read: 500, commit: 5_000 };

/** How many documents one command reads at most: other callers wait for it to end. */
const CHUNK = 1_000;

/**
 * Read models in Redis. Connects by itself, now and whenever the connection is lost. A commit that ends with
 * `Unavailable` may have happened: read the checkpoint before going on.
 * @throws BadRedisAddress
 */
export function openRedisReadModels({ address, prefix }: RedisReadModelsOptions): ReadModels {
  return new RedisReadModels(new RedisConnection(address), prefix);
}

class RedisReadModels implements ReadModels {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async get(projection: string, id: string): Promise<Found> {
    const { documents } = this.#keys(projection);
    const fields = ['checkpoint', fieldOf(id)];
    const [checkpoint, document] = await this.#connection.ask(PATIENCE.read, (redis) =>
      redis.hmget(documents, ...fields),
    );
    return { document: document ?? undefined, asOf: positionIn(checkpoint) };
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    const { documents } = this.#keys(projection);
    const found: (string | undefined)[] = [];
    for (let n = 0; n < ids.length; n += CHUNK) {
      const fields = ids.slice(n, n + CHUNK).map(fieldOf);
      const chunk = await this.#connection.ask(PATIENCE.read, (redis) => redis.hmget(documents, ...fields));
      found.push(...chunk.map((document) => document ?? undefined));
    }
    return found;
  }

  /** A page is of one moment. */
  async list(projection: string, query: ListQuery): Promise<Page> {
    const size = pageSize(query);
    const { documents, lists } = this.#keys(projection);
    const prefix = prefixOf(query);
    const from = placeOf(projection, query);
    const after = from && `(${prefix}${restOfPlace(from)}`;
    const range =
      query.order === 'ascending'
        ? ['ZRANGEBYLEX', after ?? `[${prefix}`, `(${endOf(prefix)}`]
        : ['ZREVRANGEBYLEX', after ?? `(${endOf(prefix)}`, `[${prefix}`];
    const answer = await this.#connection.ask(PATIENCE.read, (redis) =>
      listScript.run(redis, [documents, lists], [prefix, String(size), ...range]),
    );
    const [found, checkpoint, rest] = pageOfList.parse(answer);
    return {
      documents: found.filter((document) => document !== null),
      next: rest === undefined ? undefined : cursorAfter(placeOfRest(rest), projection, query),
      asOf: positionIn(checkpoint),
    };
  }

  count(projection: string, index: string, key: string): Promise<number> {
    const { lists } = this.#keys(projection);
    const prefix = prefixOf({ index, key });
    return this.#connection.ask(PATIENCE.read, (redis) => redis.zlexcount(lists, `[${prefix}`, `(${endOf(prefix)}`));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    const { documents } = this.#keys(projection);
    const position = await this.#connection.ask(PATIENCE.read, (redis) => redis.hget(documents, 'checkpoint'));
    return positionIn(position);
  }

  async commit(
    projection: string,
    expected: bigint | undefined,
    next: bigint,
    changes: readonly Change[],
  ): Promise<void> {
    const { documents, lists } = this.#keys(projection);
    const args = [String(expected ?? ''), String(next), ...changes.flatMap(argumentsOf)];
    const committed = await this.#connection.ask(PATIENCE.commit, async (redis) => {
      // Named first, so that there is no checkpoint that `projections` cannot find.
      if (expected === undefined) await redis.sadd(registryOf(this.#prefix), projection);
      return await commitScript.run(redis, [documents, lists], args);
    });
    if (committed !== 1) throw new CheckpointMoved(projection, expected);
  }

  async drop(projection: string): Promise<void> {
    const { documents, lists } = this.#keys(projection);
    await this.#connection.ask(PATIENCE.commit, async (redis) => {
      await redis.unlink(documents, lists);
      await redis.srem(registryOf(this.#prefix), projection);
    });
  }

  /** Nothing is left in the memory; what a server's own persistence keeps is its operator's (docs/operating.md). */
  async wipe(): Promise<void> {}

  async projections(): Promise<string[]> {
    const registry = registryOf(this.#prefix);
    const names = await this.#connection.ask(PATIENCE.read, (redis) => redis.smembers(registry));
    const checkpoints = await Promise.all(names.map((name) => this.checkpoint(name)));
    return names.filter((_, n) => checkpoints[n] !== undefined).toSorted();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #keys(projection: string) {
    return keysOf(this.#prefix, projection);
  }
}

/** What the list script answers; the member is left out at the end of the list. */
const pageOfList = z.union([
  z.tuple([z.array(z.string().nullable()), z.string().nullable()]),
  z.tuple([z.array(z.string().nullable()), z.string().nullable(), z.string()]),
]);

function positionIn(checkpoint: string | null | undefined): bigint | undefined {
  return checkpoint === null || checkpoint === undefined ? undefined : BigInt(checkpoint);
}

function argumentsOf({ id, document, entries }: Change): string[] {
  if (document === undefined) return [id, 'end', '', '[]'];
  // Redis gets UTF-8, which has no lone surrogates; the JSON must not bring them in by the back door.
  return [id, 'put', document, JSON.stringify(entries.map((entry) => memberOf(entry, id).toWellFormed()))];
}
