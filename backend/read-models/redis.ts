import { AccessRefused } from '../../modules/kernel/errors.ts';
import type {
  Change,
  Counted,
  Found,
  ListQuery,
  Page,
  ReadModels,
  Scanning,
} from '../../modules/kernel/read-models.ts';
import { RedisConnection } from './redis-connection.ts';
import { registriesOf } from './redis-keys.ts';
import { RedisProjection } from './redis-projection.ts';
import { RedisRoom } from './redis-room.ts';

export type RedisReadModelsOptions = {
  /** Of one server, a Redis Cluster, or sentinels, in the forms of redis-address.ts. */
  readonly address: string;
  /** What every key begins with, so that several shops can share a Redis. */
  readonly prefix: string;
  /** How many bytes of documents and pages are kept in memory, about. */
  readonly room?: number;
};

/** How long somebody who reads waits for an answer, in ms. */
const PATIENCE = 500;

/**
 * Read models in Redis. Connects by itself, now and whenever the connection is lost. A commit that ends with
 * `Unavailable` may have happened: read the checkpoint before going on.
 * @throws BadRedisAddress
 */
export function openRedisReadModels({ address, prefix, room = 32 << 20 }: RedisReadModelsOptions): ReadModels {
  return new RedisReadModels(new RedisConnection(address), prefix, new RedisRoom(room));
}

class RedisReadModels implements ReadModels {
  /** Redis does nothing else while it commits: as many of them take it a few milliseconds. */
  readonly mostPerCommit = 128;
  readonly isInOrder: boolean;
  readonly isShared = true;
  readonly scanning: Scanning = {
    // A hash that grows while it is scanned gives some of it twice.
    isOnce: false,
    documents: (projection, from) => this.#of(projection).documents(from),
    size: (projection) => this.#of(projection).size(),
    listings: (projection, from) => this.#of(projection).listings(from),
  };
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #room: RedisRoom;
  readonly #projections = new Map<string, RedisProjection>();

  constructor(connection: RedisConnection, prefix: string, room: RedisRoom) {
    this.#connection = connection;
    this.isInOrder = connection.isOfOneServer;
    this.#prefix = prefix;
    this.#room = room;
  }

  get(projection: string, id: string): Promise<Found> {
    return this.#of(projection).get(id);
  }

  getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    return this.#of(projection).getMany(ids);
  }

  list(projection: string, query: ListQuery): Promise<Page> {
    return this.#of(projection).list(query);
  }

  isAtHand(projection: string, query: ListQuery): boolean {
    return this.#of(projection).isAtHand(query);
  }

  async count(projection: string, index: string, key: string): Promise<number> {
    return (await this.counted(projection, index, key)).count;
  }

  counted(projection: string, index: string, key: string): Promise<Counted> {
    return this.#of(projection).counted(index, key);
  }

  checkpoint(projection: string): Promise<bigint | undefined> {
    // Here, since every projection is looked at every second.
    this.#room.sweep();
    return this.#of(projection).checkpoint();
  }

  commit(projection: string, expected: bigint | undefined, next: bigint, changes: readonly Change[]): Promise<void> {
    return this.#of(projection).commit(expected, next, changes);
  }

  async drop(projection: string): Promise<void> {
    await this.#of(projection).drop();
    this.#projections.delete(projection);
    this.#room.clear();
  }

  /** Nothing is left in the memory of Redis; what its own persistence keeps is its operator's (docs/operating.md). */
  async wipe(): Promise<void> {
    this.#room.clear();
  }

  /** A Redis that evicts takes away single keys: of a projection its lists, and not its documents. Whoever may not ask is not told. */
  async mayLose(): Promise<string | undefined> {
    const memories = await this.#connection
      .askEach(PATIENCE, (redis) => redis.info('memory'))
      .catch((reason: unknown) => {
        if (reason instanceof AccessRefused) return [];
        throw reason;
      });
    return memories.flatMap((memory) => evictingBy(memory) ?? [])[0];
  }

  async projections(): Promise<string[]> {
    const named = registriesOf(this.#prefix).map(async ([registry, called]) => {
      return (await this.#connection.ask(PATIENCE, (redis) => redis.smembers(registry))).map(called);
    });
    const names = new Set((await Promise.all(named)).flat());
    // Without this, what is there and named nowhere would be dropped by nobody, and not be seen by other releases, which look here
    // every second: somebody may have deleted what begins with the prefix, and other keys begin with a brace.
    for (const name of [...this.#projections.keys()].filter((used) => !names.has(used))) {
      if ((await this.checkpoint(name)) === undefined) continue;
      await this.#of(name).name();
      names.add(name);
    }
    const all = [...names];
    const checkpoints = await Promise.all(all.map((name) => this.checkpoint(name)));
    return all.filter((_, n) => checkpoints[n] !== undefined).toSorted();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #of(name: string): RedisProjection {
    const known = this.#projections.get(name);
    if (known) return known;
    const made = new RedisProjection(name, this.#prefix, this.#connection, this.#room);
    this.#projections.set(name, made);
    return made;
  }
}

/** By which policy a server takes away what it has no room for, of all that there is; undefined for one that does not. */
function evictingBy(memory: string): string | undefined {
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  const isBounded = /^maxmemory:0\s*$/m.exec(memory) === null;
  return isBounded && policy.startsWith('allkeys-') ? `maxmemory-policy ${policy}` : undefined;
}
