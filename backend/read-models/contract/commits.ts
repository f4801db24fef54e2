import { expect, it } from 'vitest';
import { everyPage } from '../../../modules/kernel/documents/every-page.ts';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { ListQuery } from '../../../modules/kernel/read-models.ts';
import { type Bench, newProjection, put, said } from './bench.ts';

const all = { index: 'all', key: '', sort: '' };

export function commitContract(bench: Bench): void {
  it('move a checkpoint that is not there before the first', async () => {
    const { store } = bench;
    const projection = newProjection();
    expect(await store.checkpoint(projection)).toBeUndefined();
    await store.commit(projection, undefined, 0n, []);
    expect(await store.checkpoint(projection)).toBe(0n);
    await store.commit(projection, 0n, 7n, []);
    expect(await store.checkpoint(projection)).toBe(7n);
  });

  it('keep positions exactly, beyond what a double can hold', async () => {
    const { store } = bench;
    const projection = newProjection();
    const positions = [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
    let expected: bigint | undefined;
    for (const next of positions) {
      await store.commit(projection, expected, next, []);
      expect(await store.checkpoint(projection)).toBe(next);
      expected = next;
    }
    // As doubles these two are the same.
    await expect(store.commit(projection, 2n ** 64n, 1n, [])).rejects.toThrow(CheckpointMoved);
  });

  it('are refused, and change nothing, when the checkpoint is another', async () => {
    const { store } = bench;
    const projection = newProjection();
    const refused = (expected: bigint | undefined) =>
      expect(store.commit(projection, expected, 9n, [put('a', 'refused', all), put('b', 'refused', all)])).rejects;
    await refused(0n).toThrow(CheckpointMoved);
    expect(await store.checkpoint(projection)).toBeUndefined();
    expect(await store.projections()).not.toContain(projection);

    await store.commit(projection, undefined, 5n, [put('a', 'kept', all)]);
    for (const expected of [undefined, 0n, 4n, 6n, 50n]) await refused(expected).toThrow(CheckpointMoved);
    expect(said(await store.getMany(projection, ['a', 'b']))).toEqual(['kept', undefined]);
    expect(await store.count(projection, 'all', '')).toBe(1);
    expect(await store.checkpoint(projection)).toBe(5n);
  });

  it('show at once on every connection', async () => {
    const { store, other } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 'a', all)]);
    expect(said([(await other.get(projection, 'a')).document])).toEqual(['a']);
    expect(await other.checkpoint(projection)).toBe(1n);
    await expect(other.commit(projection, undefined, 1n, [])).rejects.toThrow(CheckpointMoved);
  });

  it('let exactly one of two through that race', async () => {
    const { store, other } = bench;
    const projection = newProjection();
    let expected: bigint | undefined;
    for (let round = 1n; round <= 50n; round += 1n) {
      const outcomes = await Promise.allSettled(
        [store, other, store].map((racer, n) =>
          racer.commit(projection, expected, round, [put('a', n, { ...all, key: `${n}` }), put('b', n)]),
        ),
      );
      const winners = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(CheckpointMoved);
      }
      expect(said(await store.getMany(projection, ['a', 'b']))).toEqual([winners[0], winners[0]]);
      expect(await store.count(projection, 'all', `${winners[0]}`)).toBe(1);
      expected = round;
    }
  });

  it('are never read with a position that is newer than what is read, while others commit', async () => {
    const { store, other } = bench;
    const projection = newProjection();
    const last = 300n;
    const listed = { index: 'all', key: '', order: 'ascending', limit: 10 } as const;
    const commits = (async () => {
      for (let at = 1n; at <= last; at += 1n) {
        await other.commit(projection, at === 1n ? undefined : at - 1n, at, [put('a', `${at}`, all)]);
      }
    })();
    let seen = 0n;
    while (seen < last) {
      const readings = await Promise.all([
        store.get(projection, 'a').then(({ document, asOf }) => ({ read: document, asOf })),
        store.list(projection, listed).then(({ documents: [read], asOf }) => ({ read, asOf })),
      ]);
      for (const { read, asOf } of readings) expect(asOf ?? 0n).toBeLessThanOrEqual(BigInt(`${said([read])[0] ?? 0}`));
      seen = readings[0].asOf ?? 0n;
      await new Promise(setImmediate);
    }
    await commits;
    expect((await store.list(projection, { ...listed, key: 'nothing is listed here' })).asOf).toBe(last);
  });

  it('hold 5,000 changes', async () => {
    const { store } = bench;
    const projection = newProjection();
    const numbers = Array.from({ length: 5_000 }, (_, n) => n);
    const changes = (key: string) =>
      numbers.map((n) =>
        put(`${n}`, `${key}${n}`, { index: 'of', key, sort: `${n}` }, { index: 'own', key: `${n}`, sort: '' }),
      );
    await store.commit(projection, undefined, 1n, changes('old'));
    await store.commit(projection, 1n, 2n, changes('new'));
    expect(await store.count(projection, 'of', 'old')).toBe(0);
    expect(await store.count(projection, 'of', 'new')).toBe(5_000);
    const documents: string[] = [];
    const list = (query: ListQuery) => store.list(projection, query);
    for await (const page of everyPage(list, { index: 'of', key: 'new', order: 'ascending' })) documents.push(...page);
    expect(said(documents)).toEqual(
      numbers
        .map(String)
        .toSorted()
        .map((n) => `new${n}`),
    );
    expect(await store.count(projection, 'own', '4999')).toBe(1);
  });

  it('name the projections that have a checkpoint', async () => {
    const { store, other } = bench;
    const [empty, kept] = [newProjection(), newProjection()];
    await store.commit(empty, undefined, 1n, []);
    await store.commit(kept, undefined, 1n, [put('a')]);
    const names = await other.projections();
    expect(names).toEqual(expect.arrayContaining([empty, kept]));
    expect(new Set(names).size).toBe(names.length);
  });

  it('start from the beginning after a projection was dropped', async () => {
    const { store, other } = bench;
    const [dropped, kept] = [newProjection(), newProjection()];
    for (const projection of [dropped, kept]) {
      await store.commit(projection, undefined, 5n, [put('a', 'a', all, { ...all, key: 'k' }), put('b', 'b', all)]);
    }
    await store.drop(dropped);
    await store.drop(newProjection());
    expect(await other.checkpoint(dropped)).toBeUndefined();
    expect(await other.projections()).not.toContain(dropped);
    expect(await other.getMany(dropped, ['a', 'b'])).toEqual([undefined, undefined]);
    expect(await other.count(dropped, 'all', '')).toBe(0);
    expect(await other.list(dropped, { index: 'all', key: 'k', order: 'ascending', limit: 1 })).toEqual({
      documents: [],
    });
    await expect(store.commit(dropped, 5n, 6n, [])).rejects.toThrow(CheckpointMoved);

    await store.commit(dropped, undefined, 1n, [put('a', 'anew')]);
    expect(await store.count(dropped, 'all', '')).toBe(0);
    expect(said(await store.getMany(dropped, ['a', 'b']))).toEqual(['anew', undefined]);
    expect(await store.count(kept, 'all', '')).toBe(2);
    expect(await store.checkpoint(kept)).toBe(5n);
  });

  it('are Unavailable once the store is closed', async () => {
    const store = await bench.open();
    await store.close();
    await store.close();
    await expect(store.get(newProjection(), 'a')).rejects.toThrow(Unavailable);
    await expect(store.commit(newProjection(), undefined, 1n, [])).rejects.toThrow(Unavailable);
  });
}
