import { cursorAfter, placeOf } from '../../../modules/kernel/documents/cursor.ts';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, Found, ListQuery, MadeAnew, Page } from '../../../modules/kernel/read-models.ts';
import { longestPage } from '../../../modules/kernel/wire/wire.ts';
import { background } from '../../runtime/scheduling/background.ts';
import { pause } from '../../runtime/time/pause.ts';
import { MakingAnew } from '../anew/making-anew.ts';
import { pageSize } from '../page-size.ts';
import { SqliteConnection } from '../sqlite-connection.ts';
import type { Statements } from '../sqlite-statements.ts';
import { noEntries, storedIn } from '../sqlite-writes.ts';
import { Flusher } from './flusher.ts';
import { HeldProjection } from './held-projection.ts';
import { Memory } from './memory.ts';
import type { Entries } from './memtable.ts';
import { mergedPage } from './merged-page.ts';
import { listOf } from './places.ts';
import type { BehindOptions, ReadModelsBehind } from './read-models-behind.ts';
import { countFew, read, readMany } from './reading.ts';

/** How long what was committed has to reach the file when it is closed, in milliseconds. */
const closingPatience = 5_000;

/**
 * Read models on SQLite with a write-behind cache: a commit resolves once it is in the memory, and everything is read there
 * first. It reaches the file within about a second, in a thread of its own; after a crash the projections fold again what
 * it lacks, since the log is what lasts. What other processes write to the file is noticed whenever it is read or written.
 *
 * What is answered from the memory is the identical text, and of a list the identical array, as long as nothing in it
 * changed: so whoever makes something of it can remember that by it.
 * @throws Error when the file can be neither opened nor made.
 */
export function openWrittenBehind(options: BehindOptions): ReadModelsBehind {
  return new WrittenBehind(options);
}

class WrittenBehind implements ReadModelsBehind {
  /** So many take some milliseconds to be folded; and they wait for nothing. */
  readonly mostPerCommit = 1_000;
  readonly #file: string;
  readonly #connection: SqliteConnection;
  readonly #memory = new Memory();
  readonly #held = new Map<string, HeldProjection>();
  readonly #flusher: Flusher;
  #making: MadeAnew | undefined;
  #closing: Promise<void> | undefined;

  constructor({ file, onDiscarded = () => {}, onWritten = () => {} }: BehindOptions) {
    this.#file = file;
    this.#connection = new SqliteConnection(file, (reason) => {
      onDiscarded(reason);
      this.#forgetAll();
    });
    this.#flusher = new Flusher(file, {
      held: () => this.#held.values(),
      ready: () => this.#connection.vacuuming,
      done: (answer) => {
        onWritten(answer.kind === 'failed' ? answer.reason : undefined);
        if (answer.kind === 'failed' && answer.isDamaged) this.#connection.replace(answer.reason);
        else if (this.#connection.renew()) this.#forgetAll();
      },
    });
  }

  getNow(projection: string, id: string): Found | undefined {
    const held = this.#readyNow(projection);
    const kept = held?.find(id);
    return held && kept && { document: kept.document, asOf: held.at };
  }

  async get(projection: string, id: string): Promise<Found> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    const kept = held.find(id);
    if (kept) return { document: kept.document, asOf: held.at };
    return this.#run((statements) => {
      const { document } = read(statements, held, id);
      return { document, asOf: held.at };
    });
  }

  async getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    const known = ids.map((id) => held.find(id));
    if (!known.includes(undefined)) return known.map((kept) => kept?.document);
    return background.run(() =>
      this.#run((statements) => readMany(statements, held, ids).map(({ document }) => document)),
    );
  }

  async list(projection: string, query: ListQuery): Promise<Page> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    const limit = pageSize(query);
    const name = `${query.order} ${limit} ${query.after?.length} ${query.after}${listOf(query)}`;
    const kept = held.pages.get(name);
    if (kept) return { documents: kept.documents, next: kept.next, asOf: held.at };
    const after = placeOf(projection, query);
    return this.#run((statements) => {
      const { documents, ids, upTo, last } = mergedPage(statements, held, { ...query, limit, after });
      const next = upTo && last && cursorAfter(last, projection, query);
      const { order } = query;
      // Whoever reads through a whole list does so once, and would push out what is asked for often.
      if (after === undefined || limit < longestPage) {
        held.pages.keep({ name, list: listOf(query), order, after, upTo, ids, documents, next });
      }
      return { documents, next, asOf: held.at };
    });
  }

  async count(projection: string, index: string, key: string): Promise<number> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    const name = listOf({ index, key });
    for (;;) {
      const known = held.count(name) ?? (await this.#run((statements) => countFew(statements, held, index, key)));
      if (known !== undefined) return known;
      // It is long: the event loop goes on while the thread counts it, once.
      await this.#flusher.count(projection, { index, key }, (stored, entries) => {
        if (held.isAt(stored)) held.counted(name, entries);
      });
      await this.#ready(projection);
    }
  }

  /** Looks into the file: whoever asks wants to know whether somebody else was there. */
  async checkpoint(projection: string): Promise<bigint | undefined> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    await this.#run(({ checkpoint }) => held.meet(storedIn(checkpoint.get(projection))));
    held.eras.asked();
    return held.at;
  }

  async commit(
    projection: string,
    expected: bigint | undefined,
    next: bigint,
    changes: readonly Change[],
  ): Promise<void> {
    if (this.#flusher.isFull) await this.#flusher.room();
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    let before: Map<string, Entries> | undefined;
    while (held.goesOnFrom(expected)) {
      const unknown = held.unknownOf(changes).filter((id) => !before?.has(id));
      if (unknown.length === 0) {
        held.take(next, changes, before);
        this.#flusher.committed();
        return;
      }
      before ??= new Map();
      const found = await this.#run((statements) => readMany(statements, held, unknown).map(({ entries }) => entries));
      for (const [index, id] of unknown.entries()) before.set(id, found[index] ?? noEntries);
    }
    held.eras.refused();
    throw new CheckpointMoved(projection, expected);
  }

  async drop(projection: string): Promise<void> {
    const held = this.#readyNow(projection) ?? (await this.#ready(projection));
    held.forget();
    const dropping = this.#flusher.drop(projection).finally(() => {
      held.forget();
      held.dropping = undefined;
    });
    held.dropping = dropping.catch(() => undefined); // Whoever waits for it looks what the file has then.
    await dropping;
  }

  async flush(): Promise<void> {
    this.#mustBeOpen();
    await this.#flusher.flush();
  }

  async wipe(): Promise<void> {
    await this.flush();
    this.#memory.clear();
    for (const held of this.#held.values()) held.letGo();
    await this.#connection.wipe();
  }

  async anew(mayGo: readonly string[]): Promise<MadeAnew | undefined> {
    await this.flush();
    if ((await this.projections()).some((name) => !mayGo.includes(name))) return undefined;
    this.#making = new MakingAnew(this.#file, mayGo, {
      alone: (work) => this.#flusher.alone(work),
      replaced: () => this.#connection.renew() && this.#forgetAll(),
    });
    return this.#making;
  }

  async projections(): Promise<string[]> {
    this.#mustBeOpen();
    const rows = await this.#run(({ projections }) => projections.all());
    const names = new Set(rows.map(({ name }) => String(name)));
    for (const { name, at, dropping } of this.#held.values()) {
      if (at !== undefined) names.add(name);
      else if (dropping) names.delete(name);
    }
    return [...names].toSorted();
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#making?.abandon();
      const over = new AbortController();
      await Promise.race([this.#flusher.flush(), pause(closingPatience, over.signal)]).catch(() => over.abort());
      over.abort();
      await this.#flusher.close();
      await this.#connection.close();
      this.#held.clear();
      this.#memory.clear();
    })();
    return this.#closing;
  }

  #mustBeOpen(): void {
    if (this.#closing) throw new Unavailable('The read models are closed.');
  }

  /** A projection, if nothing has to be waited for. */
  #readyNow(name: string): HeldProjection | undefined {
    this.#mustBeOpen();
    const held = this.#held.get(name);
    return held?.isLoaded && !held.dropping ? held : undefined;
  }

  /** A projection as this process has it, after it was looked up in the file once. */
  async #ready(name: string): Promise<HeldProjection> {
    this.#mustBeOpen();
    const held = this.#held.get(name) ?? new HeldProjection(name, this.#memory);
    this.#held.set(name, held);
    while (held.dropping) await held.dropping;
    while (!held.isLoaded) {
      await this.#run(({ checkpoint }) => held.isLoaded || held.meet(storedIn(checkpoint.get(name))));
    }
    return held;
  }

  #run<Result>(work: (statements: Statements) => Result): Promise<Result> {
    return this.#connection.run(work);
  }

  #forgetAll(): void {
    for (const held of this.#held.values()) held.forget();
  }
}
