import { randomBytes } from 'node:crypto';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type {
  Change,
  Counted,
  Found,
  Listing,
  ListQuery,
  Page,
  ScannedDocuments,
  ScannedListings,
} from '../../modules/kernel/read-models.ts';
import type { RedisClient, RedisConnection } from './redis-connection.ts';
import { documentIn, fieldOf, keptOf, keysOf, namedIn, type ProjectionKeys } from './redis-keys.ts';
import { type LastCommit, RememberedProjection } from './redis-memory.ts';
import { RedisReadings } from './redis-readings.ts';
import type { RedisRoom } from './redis-room.ts';
import { scannedDocuments, scannedListings } from './redis-scanning.ts';
import { commitScript } from './redis-scripts.ts';

/** How long to wait for an answer, in ms: somebody waits for what is read, a projection has time. */
const PATIENCE = { read: 500, commit: 5_000 };

/** How many documents one command reads at most: other callers wait for it to end. */
const CHUNK = 1_000;

/** Fields of the hash that are no document: the checkpoint, and the id of the last commit. */
const ownFields = 2;

/** Ids of commits: this process, and a number. */
const process = randomBytes(6).toString('base64url');
let commits = 0;
/** The id of no commit: what is to follow on it is refused. */
const nobodys = '-';

/** What the commit script answers: 0, or the id of the commit before and what moved, each its number and its places. */
type Answer = 0 | [before: string, ...moved: (number | string)[]];

/** One projection in Redis. */
export class RedisProjection {
  readonly #name: string;
  readonly #prefix: string;
  readonly #connection: RedisConnection;
  readonly #keys: ProjectionKeys;
  readonly #memory: RememberedProjection;
  readonly #readings: RedisReadings;
  /**
   * The last commit as whoever commits here knows it. A commit from its position is refused when another one stands there:
   * somebody has dropped all and built it anew, maybe with less in it, and what the committer made its changes of is void.
   */
  #fed: LastCommit | undefined;
  /** How many commits were sent and not answered. */
  #underWay = 0;

  constructor(name: string, prefix: string, connection: RedisConnection, room: RedisRoom) {
    this.#name = name;
    this.#prefix = prefix;
    this.#connection = connection;
    this.#keys = keysOf(prefix, name);
    this.#memory = new RememberedProjection(name, room);
    this.#readings = new RedisReadings(name, this.#keys, this.#memory, {
      ask: (call) => connection.ask(PATIENCE.read, call),
      soon: (ask) => connection.soon(ask),
    });
  }

  get(id: string): Promise<Found> {
    return this.#readings.get(id);
  }

  list(query: ListQuery): Promise<Page> {
    return this.#readings.list(query);
  }

  isAtHand(query: ListQuery): boolean {
    return this.#readings.isAtHand(query);
  }

  async getMany(ids: readonly string[]): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (let n = 0; n < ids.length; n += CHUNK) {
      const fields = ids.slice(n, n + CHUNK).map(fieldOf);
      const chunk = await this.#read((redis) => redis.hmget(this.#keys.documents, ...fields));
      for (const kept of chunk) found.push(typeof kept === 'string' ? documentIn(kept) : undefined);
    }
    return found;
  }

  counted(index: string, key: string): Promise<Counted> {
    return this.#readings.counted({ index, key });
  }

  async checkpoint(): Promise<bigint | undefined> {
    const fed = this.#fed;
    const [position, id] = await this.#read((redis) => redis.hmget(this.#keys.documents, 'checkpoint', 'commit'));
    // The same position with another id stays unknown here, and so the next commit is refused.
    const isKnown = fed?.position === position && fed?.id !== nobodys;
    if (!isKnown && this.#fed === fed) this.#fed = { position: position ?? undefined, id: id ?? undefined };
    return typeof position === 'string' ? BigInt(position) : undefined;
  }

  async commit(expected: bigint | undefined, next: bigint, all: readonly Change[]): Promise<void> {
    const position = expected === undefined ? '' : String(expected);
    const from = { position: position || undefined, id: this.#fed?.position === position ? this.#fed.id : undefined };
    const last = { position: String(next), id: `${process}-${(commits++).toString(36)}` };
    const wantsMoved = this.#memory.hasPages;
    const changes = lastOfEach(all);
    const args = [position, from.id ?? '', last.position, last.id, wantsMoved ? '1' : ''];
    for (const { id, document, entries } of changes) {
      args.push(id, document === undefined ? '' : keptOf(document, entries));
    }
    // As if it were there already, for those that are sent after it without waiting.
    this.#fed = last;
    // Sent again, it would come after what was read and committed on top of it since.
    const unknown = this.#underWay > 0 ? () => false : undefined;
    this.#underWay += 1;
    const read = (answer: unknown) => {
      const [before, ...moved] = (answer as Answer) || [];
      if (before === undefined) return false;
      this.#memory.committed({ ...from, id: before || undefined }, last, { changes, moved: movedIn(moved) });
      return true;
    };
    const { documents, lists } = this.#keys;
    try {
      // Named first, so that there is no checkpoint that `projections` cannot find.
      if (expected === undefined) await this.name();
      const committed = await this.#write((redis) => commitScript.run(redis, [documents, lists], args, read, unknown));
      if (!committed) throw new CheckpointMoved(this.#name, expected);
    } catch (reason) {
      // Whoever has not heard of it yet may have made changes on top of it.
      if (this.#fed === last) this.#fed = { ...last, id: nobodys };
      throw reason;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Has it among the names of all projections. */
  async name(): Promise<void> {
    await this.#write((redis) => redis.sadd(...namedIn(this.#prefix, this.#name)));
  }

  documents(from: { readonly after?: string; readonly limit: number }): Promise<ScannedDocuments> {
    return this.#read((redis) => scannedDocuments(redis, this.#keys, from));
  }

  async size(): Promise<number> {
    const fields = await this.#read((redis) => redis.hlen(this.#keys.documents));
    return Math.max(0, fields - ownFields);
  }

  listings(from: { readonly after?: Listing; readonly limit: number }): Promise<ScannedListings> {
    return this.#read((redis) => scannedListings(redis, this.#keys, from));
  }

  async drop(): Promise<void> {
    await this.#write((redis) => redis.unlink(this.#keys.documents, this.#keys.lists));
    await this.#write((redis) => redis.srem(...namedIn(this.#prefix, this.#name)));
  }

  #read<Read>(call: (redis: RedisClient) => Promise<Read>): Promise<Read> {
    return this.#connection.ask(PATIENCE.read, call);
  }

  #write<Answer>(call: (redis: RedisClient) => Promise<Answer>): Promise<Answer> {
    return this.#connection.ask(PATIENCE.commit, call);
  }
}

/** The changes, of each document the last alone. */
function lastOfEach(changes: readonly Change[]): readonly Change[] {
  const last = new Map(changes.map((change) => [change.id, change]));
  return last.size === changes.length ? changes : [...last.values()];
}

function movedIn(answered: readonly (number | string)[]): Map<number, string> {
  const moved = new Map<number, string>();
  for (let n = 0; n < answered.length; n += 2) moved.set(Number(answered[n]), String(answered[n + 1]));
  return moved;
}
