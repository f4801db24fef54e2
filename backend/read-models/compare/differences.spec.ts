import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { byId, type Change, type IndexEntry, type ReadModels } from '../../../modules/kernel/read-models.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newProjection, put } from '../contract/bench.ts';
import { openSqliteReadModels } from '../sqlite.ts';
import type { Difference } from './difference.ts';
import { differencesBetween } from './differences.ts';
import { type Side, sideOf } from './side.ts';

function opened(): ReadModels {
  const store = openSqliteReadModels({ file: join(temporaryFolder(), 'read-models.db') });
  onTestFinished(() => store.close());
  return store;
}

const entry: fc.Arbitrary<IndexEntry> = fc.oneof(
  { arbitrary: fc.constant({ index: byId, key: '', sort: '' }), weight: 1 },
  {
    arbitrary: fc.record({
      index: fc.constantFrom('!', 'by', 'all'),
      key: fc.constantFrom('', 'k', '\u0000', 'ﬀ', '🔧'),
      sort: fc.constantFrom('', 'a', 'b', '🔧'),
    }),
    weight: 3,
  },
);
const change: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom('', 'a', 'b', 'c', 'sum:a', 'ﬀ', '🔧'),
  document: fc.constantFrom('1', '2', '3'),
  entries: fc.uniqueArray(entry, { maxLength: 4, selector: (one) => JSON.stringify(one) }),
});

describe('what differs between two read models', () => {
  it('is every document that is another or in one only, and every place in a list that is kept beside them, whatever is in them', async () => {
    const [one, other] = [opened(), opened()];
    const changes = fc.uniqueArray(change, { maxLength: 7, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(changes, changes, async (ours, theirs) => {
        const name = newProjection();
        await one.commit(name, undefined, 5n, ours);
        await other.commit(name, undefined, 5n, theirs);
        const found = await all(sideOf(one, name), sideOf(other, name));
        expect(new Set(found.map(keyOf))).toEqual(new Set(expected(ours, theirs)));
        expect(found.length).toBe(new Set(found.map(keyOf)).size);
      }),
      { numRuns: 150 },
    );
  });

  it('is found over many pieces, at their ends too', async () => {
    const [one, other, name] = [opened(), opened(), newProjection()];
    const changes = Array.from({ length: 12_000 }, (_, n) =>
      put(`${n}`.padStart(5, '0'), n, { index: 'by', key: `${n % 3}`, sort: '' }),
    );
    const at = [0, 999, 1_000, 5_000, 11_999];
    await one.commit(name, undefined, 5n, changes);
    await other.commit(
      name,
      undefined,
      5n,
      changes.filter((_, n) => !at.includes(n)),
    );
    expect((await all(sideOf(one, name), sideOf(other, name))).length).toBe(2 * at.length);
    expect((await all(sideOf(other, name), sideOf(one, name))).length).toBe(2 * at.length);
    expect(await all(sideOf(one, name), sideOf(one, name))).toEqual([]);
  });

  it('is nothing that one of them has only not heard of yet', async () => {
    const [one, other, name] = [opened(), opened(), newProjection()];
    const first = [put('a', 1, { index: 'by', key: 'x', sort: '' }), put('b', 1)];
    const then = [put('a', 2, { index: 'by', key: 'y', sort: '' }), put('c', 1)];
    for (const store of [one, other]) await store.commit(name, undefined, 5n, first);
    await one.commit(name, 5n, 9n, then);
    const reached: bigint[] = [];
    const following: Side = {
      ...sideOf(other, name),
      async reach(position) {
        reached.push(position);
        if ((await other.checkpoint(name)) === 5n) await other.commit(name, 5n, position, then);
      },
    };
    expect(await all(sideOf(one, name), following)).toEqual([]);
    expect(new Set(reached)).toEqual(new Set([9n]));
  });

  it('is not who was forgotten a moment ago, of whom one of them has not heard yet', async () => {
    const [one, other, name] = [opened(), opened(), newProjection()];
    const listed = (key: string) => ({ index: 'by', key, sort: '' });
    // Replayed without their key, and shown as before.
    await one.commit(name, undefined, 5n, [put('order', 'Ada', listed('Ada'))]);
    await other.commit(name, undefined, 5n, [put('order', 'erased', listed('erased'))]);
    let [asked, reached] = [0, 5n];
    const replayed: Side = {
      ...sideOf(other, name),
      find: async (ids) => ({ ...(await sideOf(other, name).find(ids)), asOf: reached }),
      reach: async (position) => {
        reached = position;
      },
    };
    const upTo = async () => {
      if (asked++ === 0) await one.commit(name, 5n, 9n, [put('order', 'erased', listed('erased'))]);
      return 9n;
    };
    expect(await all(sideOf(one, name), replayed)).not.toEqual([]);
    expect(await all(sideOf(one, name), replayed, upTo)).toEqual([]);
  });

  it('of two that others feed is looked at until both have come equally far', async () => {
    const [one, other, name] = [opened(), opened(), newProjection()];
    for (const store of [one, other]) await store.commit(name, undefined, 5n, [put('a', 1), put('b', 1)]);
    await one.commit(name, 5n, 9n, [put('a', 2), put('b', 2)]);
    let looks = 0;
    const ours = sideOf(one, name);
    const theirs: Side = {
      ...sideOf(other, name),
      async find(ids) {
        if (++looks === 3) await other.commit(name, 5n, 9n, [put('a', 2), put('b', 3)]);
        return sideOf(other, name).find(ids);
      },
    };
    expect(await all(ours, theirs)).toEqual([{ kind: 'document', id: 'b', one: '{"is":2}', other: '{"is":3}' }]);
  });
});

async function all(one: Side, other: Side, upTo?: () => Promise<bigint>): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of differencesBetween(one, other, { upTo })) found.push(difference);
  return found;
}

function keyOf(difference: Difference): string {
  if (difference.kind === 'document') return JSON.stringify([difference.id, difference.one, difference.other]);
  const { index, key, sort, id } = difference.listing;
  return JSON.stringify([difference.isIn, index, key, sort, id]);
}

function expected(ours: readonly Change[], theirs: readonly Change[]): string[] {
  const ids = new Set([...ours, ...theirs].map(({ id }) => id));
  const textOf = (of: readonly Change[], id: string) => of.find((one) => one.id === id)?.document;
  const listed = (of: readonly Change[], isIn: 'one' | 'other') =>
    of.flatMap(({ id, entries }) =>
      entries
        .filter(({ index }) => index !== byId)
        .map(({ index, key, sort }) => JSON.stringify([isIn, index, key, sort, id])),
    );
  const same = (text: string) => text.replace('"other"', '"one"');
  const [here, there] = [listed(ours, 'one'), listed(theirs, 'other')];
  return [
    ...[...ids]
      .filter((id) => textOf(ours, id) !== textOf(theirs, id))
      .map((id) => JSON.stringify([id, textOf(ours, id), textOf(theirs, id)])),
    ...here.filter((one) => !there.some((other) => same(other) === one)),
    ...there.filter((other) => !here.includes(same(other))),
  ];
}
