import { z } from 'zod';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { Change, ListQuery, Page, ReadModels } from '../../modules/kernel/read-models.ts';
import { cursorAfter, type Place, placeOf } from './cursor.ts';
import { pageSize } from './page-size.ts';
import { RedisConnection } from './redis-connection.ts';
import { keysOf, listOf, memberOf, placeOfMember, registryOf } from './redis-keys.ts';
import { commitScript, dropScript, listScript } from './redis-scripts.ts';

export type RedisReadModelsOptions = {
  /** `redis://[user:password@]host[:port][/db]`, `rediss://` for TLS; several hosts with commas are a Redis Cluster. */
  readonly address: string;
  /** What every key begins with, so that several shops can share a Redis. */
  readonly namespace?: string;
};

/** How long to wait for an answer, in ms: a reader waits for it, a projection has time. */
const PATIENCE = { read: 500, commit: 2_000, drop: 5_000 };

/** How many documents one command reads at most: other callers wait for it to end. */
const CHUNK = 1_000;

/**
 * Read models in Redis. Connects by itself, now and whenever the connection is lost. A commit that ends with
 * `Unavailable` may have happened: read the checkpoint before going on.
 * @throws Error for an address that is none.
 */
export function openRedisReadModels({ address, namespace = 'inventory' }: RedisReadModelsOptions): ReadModels {
  return new RedisReadModels(new RedisConnection(address), namespace);
}

class RedisReadModels implements ReadModels {
  readonly #connection: RedisConnection;
  readonly #namespace: string;

  constructor(connection: RedisConnection, namespace: string) {
    this.#connection = connection;
    this.#namespace = namespace;
  }

  async get(projection: string, id: string): Promise<string | undefined> {
    const { documents } = this.#keys(projection);
    return (await this.#connection.ask(PATIENCE.read, (redis) => redis.hget(documents, id))) ?? undefined;
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    const { documents } = this.#keys(projection);
    const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, n) =>
      ids.slice(n * CHUNK, (n + 1) * CHUNK),
    );
    const found = await this.#connection.ask(PATIENCE.read, (redis) =>
      Promise.all(chunks.map((chunk) => redis.hmget(documents, ...chunk))),
    );
    return found.flat().map((document) => document ?? undefined);
  }

  /** Up to 1,000 documents are of one moment. Longer lists are read piece by piece, and others may write in between. */
  async list(projection: string, query: ListQuery): Promise<Page> {
    const size = pageSize(query);
    let from = placeOf(projection, query);
    const documents: string[] = [];
    for (;;) {
      const piece = await this.#piece(projection, query, from, Math.min(size - documents.length, CHUNK));
      documents.push(...piece.documents);
      if (!piece.last) return { documents, next: undefined };
      if (documents.length >= size) return { documents, next: cursorAfter(piece.last, projection, query) };
      from = piece.last;
    }
  }

  count(projection: string, index: string, key: string): Promise<number> {
    const list = this.#keys(projection).list + listOf({ index, key });
    return this.#connection.ask(PATIENCE.read, (redis) => redis.zcard(list));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    const { checkpoint } = this.#keys(projection);
    const position = await this.#connection.ask(PATIENCE.read, (redis) => redis.get(checkpoint));
    return position === null ? undefined : BigInt(position);
  }

  async commit(
    projection: string,
    expected: bigint | undefined,
    next: bigint,
    changes: readonly Change[],
  ): Promise<void> {
    const { checkpoint, documents, entries, lists, list } = this.#keys(projection);
    const keys = [checkpoint, documents, entries, lists];
    const args = [String(expected ?? ''), String(next), list, ...changes.flatMap(argumentsOf)];
    const committed = await this.#connection.ask(PATIENCE.commit, async (redis) => {
      // Named first, so that there is no checkpoint that `projections` cannot find.
      if (expected === undefined) await redis.sadd(registryOf(this.#namespace), projection);
      return await commitScript.run(redis, keys, args);
    });
    if (committed !== 1) throw new CheckpointMoved(projection, expected);
  }

  async drop(projection: string): Promise<void> {
    const { checkpoint, documents, entries, lists, list } = this.#keys(projection);
    await this.#connection.ask(PATIENCE.drop, async (redis) => {
      await dropScript.run(redis, [checkpoint, documents, entries, lists], [list]);
      await redis.srem(registryOf(this.#namespace), projection);
    });
  }

  async projections(): Promise<string[]> {
    const registry = registryOf(this.#namespace);
    const names = await this.#connection.ask(PATIENCE.read, (redis) => redis.smembers(registry));
    const checkpoints = await Promise.all(names.map((name) => this.checkpoint(name)));
    return names.filter((_, n) => checkpoints[n] !== undefined).toSorted();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #keys(projection: string) {
    return keysOf(this.#namespace, projection);
  }

  async #piece(projection: string, query: ListQuery, from: Place | undefined, limit: number) {
    const { documents, list } = this.#keys(projection);
    const after = from ? `${from.sort}\u0000${from.id}` : '';
    const answer = await this.#connection.ask(PATIENCE.read, (redis) =>
      listScript.run(redis, [list + listOf(query), documents], [query.order, after, limit]),
    );
    const [found, last] = pieceOfList.parse(answer);
    return { documents: found.filter((document) => document !== null), last: last ? placeOfMember(last) : undefined };
  }
}

/** What the list script answers; the member is left out at the end of the list. */
const pieceOfList = z.union([
  z.tuple([z.array(z.string().nullable())]),
  z.tuple([z.array(z.string().nullable()), z.string()]),
]);

function argumentsOf({ id, document, entries }: Change): string[] {
  if (document === undefined) return [id, 'end', '', '[]'];
  // Redis gets UTF-8, which has no lone surrogates; the JSON must not bring them in by the back door.
  const places = entries.map((entry) => [listOf(entry).toWellFormed(), memberOf(entry, id).toWellFormed()]);
  return [id, 'put', document, JSON.stringify(places)];
}
