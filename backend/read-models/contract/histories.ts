import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import type { Change, ListQuery, ReadModels } from '../../../modules/kernel/read-models.ts';
import { asOften } from '../../testing/as-often.ts';
import { type Bench, newProjection } from './bench.ts';
import { PlainModel } from './plain-model.ts';

// Few of each, so that histories meet the same documents and lists again and again.
const ids = ['', 'a', 'a\u0000', 'b', 'B', '🔧'];
const indexes = ['by', 'all'];
const keys = ['', 'k', 'é'];
const text = fc.oneof(
  fc.constantFrom('', '\u0000', '\u0001', 'a', 'a\u0000', 'ﬀ', '🔧'),
  fc.string({ unit: 'binary' }),
);

const entry = fc.record({ index: fc.constantFrom(...indexes), key: fc.constantFrom(...keys), sort: text });
const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom(...ids),
  document: fc.option(
    fc.string({ unit: 'binary' }).map((is) => JSON.stringify({ is })),
    { nil: undefined, freq: 4 },
  ),
  entries: fc.array(entry, { maxLength: 4 }),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('commit' as const), changes: fc.array(change) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late commit' as const), changes: fc.array(change) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), changes: fc.constant([]) }) },
);

export function historyContract(bench: Bench): void {
  it('leaves what a plain model of it leaves', () => {
    const history = fc.array(step, { minLength: 1, maxLength: 8 });
    return fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
        const projection = newProjection();
        const model = new PlainModel();
        let position = 2n ** 60n;
        for (const { kind, changes } of steps) {
          position += 1n;
          if (kind === 'drop') {
            model.drop();
            await bench.store.drop(projection);
          } else {
            const expected = kind === 'commit' ? model.checkpoint : position + 5n;
            const taken = model.commit(expected, position, changes);
            const commit = bench.store.commit(projection, expected, position, changes);
            if (taken) await commit;
            else await expect(commit).rejects.toThrow(CheckpointMoved);
          }
        }
        await expectSame(bench.other, projection, model, limit);
        await bench.store.drop(projection);
      }),
      { numRuns: asOften(50, 150) },
    );
  });
}

async function expectSame(store: ReadModels, projection: string, model: PlainModel, limit: number): Promise<void> {
  expect(await store.checkpoint(projection)).toBe(model.checkpoint);
  expect(await store.getMany(projection, ids)).toEqual(ids.map((id) => model.get(id)));
  for (const id of ids)
    expect(await store.get(projection, id)).toEqual({ document: model.get(id), asOf: model.checkpoint });
  for (const index of indexes) {
    for (const key of keys) {
      const documents = model.list({ index, key, order: 'ascending' });
      expect(await store.count(projection, index, key)).toBe(documents.length);
      expect(await inPages(store, projection, { index, key, order: 'ascending', limit })).toEqual(documents);
      expect(await inPages(store, projection, { index, key, order: 'descending', limit })).toEqual(
        model.list({ index, key, order: 'descending' }),
      );
    }
  }
}

async function inPages(store: ReadModels, projection: string, query: ListQuery): Promise<string[]> {
  const { documents, next, asOf } = await store.list(projection, query);
  expect(asOf).toBe(await store.checkpoint(projection));
  return next === undefined
    ? documents
    : [...documents, ...(await inPages(store, projection, { ...query, after: next }))];
}
