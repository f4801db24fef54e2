import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import type { Change, IndexEntry, ListQuery, ReadModels } from '../../../modules/kernel/read-models.ts';
import { asOften } from '../../testing/as-often.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newProjection } from '../contract/bench.ts';
import { PlainModel } from '../contract/plain-model.ts';
import { openSqliteReadModels } from '../sqlite.ts';
import type { ReadModelsBehind } from './read-models-behind.ts';
import { openWrittenBehind } from './written-behind.ts';

const ids = ['', 'a', 'a\u0000', 'b', 'B', '🔧', 'ﬀ'];
const keys = ['', 'k'];
const [first, second] = [0, 1] as const;

const every: IndexEntry = { index: '*', key: '', sort: '' };
const listed = fc.record({
  index: fc.constantFrom('by', 'all'),
  key: fc.constantFrom(...keys),
  sort: fc.constantFrom('', '\u0000', 'a', 'ﬀ', '🔧'),
});
const entry = fc.oneof({ weight: 4, arbitrary: listed }, { weight: 1, arbitrary: fc.constant(every) });
const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom(...ids),
  document: fc.option(
    fc.nat(9).map((is) => JSON.stringify({ is })),
    { nil: undefined, freq: 4 },
  ),
  entries: fc.array(entry, { maxLength: 3 }),
});
const process = fc.constantFrom(first, second);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('happen' as const), changes: fc.array(change) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('fold' as const), process, most: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), process }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('flush' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flush, unseen' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop elsewhere' as const) }) },
);

/** What happened, in a log: each place has changes, and what they leave of a plain model up to it. */
class Log {
  readonly #changes: (readonly Change[])[] = [];

  get end(): bigint {
    return BigInt(this.#changes.length);
  }

  happen(changes: readonly Change[]): void {
    this.#changes.push(changes);
  }

  between(after: bigint, upTo: bigint): Change[] {
    return this.#changes.slice(Number(after), Number(upTo)).flat();
  }

  /** The same, and of which documents nothing was there before. */
  newBetween(after: bigint, upTo: bigint): Change[] {
    const known = new Set(this.between(0n, after).map(({ id }) => id));
    return this.between(after, upTo).map((change) => {
      const isNew = !known.has(change.id);
      known.add(change.id);
      return isNew ? { ...change, isNew } : change;
    });
  }

  modelAt(position: bigint | undefined): PlainModel {
    const model = new PlainModel();
    if (position !== undefined) model.commit(undefined, position, this.between(0n, position));
    return model;
  }
}

/** Folds the log on from where the store says that it is, as a projection does. */
async function fold(store: ReadModels, projection: string, log: Log, most: bigint): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const at = await store.checkpoint(projection);
    const upTo = (at ?? 0n) + most < log.end ? (at ?? 0n) + most : log.end;
    if (upTo <= (at ?? 0n)) return;
    try {
      await store.commit(projection, at, upTo, log.newBetween(at ?? 0n, upTo));
      return;
    } catch (reason) {
      if (!(reason instanceof CheckpointMoved)) throw reason;
    }
  }
}

/** Whatever it reads is what the log makes of it up to the position that it says. */
async function expectTrue(store: ReadModels, projection: string, log: Log): Promise<void> {
  for (const id of ids) {
    const { document, asOf } = await store.get(projection, id);
    expect(document).toBe(log.modelAt(asOf).get(id));
  }
  for (const index of ['by', 'all', '*']) {
    for (const key of keys) {
      for (const order of ['ascending', 'descending'] as const) {
        const query: ListQuery = { index, key, order, limit: 2 };
        const page = await store.list(projection, query);
        const expected = log.modelAt(page.asOf).list({ index, key, order });
        expect(page.documents).toEqual(expected.slice(0, 2));
        expect(page.next !== undefined).toBe(expected.length > 2);
        if (page.next === undefined) continue;
        const rest = await store.list(projection, { ...query, limit: 1_000, after: page.next });
        expect(rest.documents).toEqual(log.modelAt(rest.asOf).list({ index, key, order }).slice(2));
      }
      const before = await store.checkpoint(projection);
      const count = await store.count(projection, index, key);
      if ((await store.checkpoint(projection)) !== before) continue; // Of which of the two is not said.
      expect(count).toBe(log.modelAt(before).list({ index, key, order: 'ascending' }).length);
    }
  }
  const before = await store.checkpoint(projection);
  const [documents, at] = [await store.getMany(projection, ids), await store.checkpoint(projection)];
  // Else the other process has written in between.
  if (at === before) expect(documents).toEqual(ids.map((id) => log.modelAt(at).get(id)));
}

it('two processes that fold one log, and write one file behind, show what a plain store of it would, whatever happens', async () => {
  const file = join(temporaryFolder(), 'read-models.db');
  const plain = openSqliteReadModels({ file });
  const opened: ReadModelsBehind[] = [];
  const open = () => {
    const store = openWrittenBehind({ file });
    opened.push(store);
    return store;
  };
  onTestFinished(async () => void (await Promise.all([plain, ...opened].map((store) => store.close()))));
  const processes = [open(), open()];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const [projection, log] = [newProjection(), new Log()];
      const unseen: Promise<unknown>[] = [];
      for (const one of steps) {
        const store = 'process' in one ? processes[one.process] : undefined;
        if (one.kind === 'happen') log.happen(one.changes);
        else if (one.kind === 'drop elsewhere') await plain.drop(projection);
        else if (!store) throw new Error('There are two processes.');
        else if (one.kind === 'fold') await fold(store, projection, log, BigInt(one.most));
        else if (one.kind === 'read') await expectTrue(store, projection, log);
        else if (one.kind === 'flush') await store.flush();
        // It comes to be written at any moment of what comes next.
        else if (one.kind === 'flush, unseen') unseen.push(store.flush());
        else if (one.kind === 'drop') await store.drop(projection);
        // Nobody hears of what it held any more. As it is not really dead, it even writes it later.
        else if (one.kind === 'kill') processes[one.process] = open();
      }
      await Promise.all(unseen);
      for (const store of processes) {
        await fold(store, projection, log, log.end + 1n);
        await expectTrue(store, projection, log);
        await store.flush();
      }
      await expectTrue(plain, projection, log);
      expect((await plain.checkpoint(projection)) ?? 0n).toBe(log.end);
    }),
    { numRuns: asOften(50, 150) },
  );
});
