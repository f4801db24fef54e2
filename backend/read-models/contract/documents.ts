import { expect, it } from 'vitest';
import { type Bench, end, newProjection, put, said } from './bench.ts';

export function documentContract(bench: Bench): void {
  it('come back as the text that was written', async () => {
    const { store } = bench;
    const projection = newProjection();
    const document = '{ "name":"Ключ 🔧", "spaces":  "kept", "escaped":"\\u0000\\ud800" }';
    await store.commit(projection, undefined, 1n, [{ id: 'w', document, entries: [] }]);
    expect((await store.get(projection, 'w')).document).toBe(document);
  });

  it('are not there until they are written, nor in another projection', async () => {
    const { store } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('wrench')]);
    expect((await store.get(projection, 'hammer')).document).toBeUndefined();
    expect((await store.get(newProjection(), 'wrench')).document).toBeUndefined();
  });

  it('come in the order of their ids when many are asked for, with gaps and repeats', async () => {
    const { store } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a'), put('b'), put('c')]);
    expect(said(await store.getMany(projection, ['c', 'none', 'a', 'c']))).toEqual(['c', undefined, 'a', 'c']);
    expect(await store.getMany(projection, [])).toEqual([]);
  });

  it('are read by the thousands', async () => {
    const { store } = bench;
    const projection = newProjection();
    const ids = Array.from({ length: 12_000 }, (_, n) => `id-${n}`);
    await store.commit(
      projection,
      undefined,
      1n,
      ids.map((id) => put(id)),
    );
    expect(said(await store.getMany(projection, ids))).toEqual(ids);
  });

  it('may be large', async () => {
    const { store } = bench;
    const projection = newProjection();
    const large = 'ж'.repeat(1_000_000);
    await store.commit(projection, undefined, 1n, [put('large', large)]);
    expect(said([(await store.get(projection, 'large')).document])).toEqual([large]);
  });

  it('are replaced and ended', async () => {
    const { store } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 'old'), put('b', 'old')]);
    await store.commit(projection, 1n, 2n, [put('a', 'new'), end('b'), end('never-there')]);
    expect(said(await store.getMany(projection, ['a', 'b', 'never-there']))).toEqual(['new', undefined, undefined]);
  });

  it('are what the last of several changes in one commit made them', async () => {
    const { store } = bench;
    const projection = newProjection();
    const listed = (key: string) => ({ index: 'colour', key, sort: '' });
    const changes = [put('a', 1, listed('red')), put('b', 1, listed('red')), put('a', 2, listed('blue')), end('b')];
    await store.commit(projection, undefined, 1n, changes);
    expect(said(await store.getMany(projection, ['a', 'b']))).toEqual([2, undefined]);
    expect(await store.count(projection, 'colour', 'red')).toBe(0);
    expect(await store.count(projection, 'colour', 'blue')).toBe(1);
  });

  it('can have any id', async () => {
    const { store } = bench;
    const projection = newProjection();
    const ids = ['', ' ', 'a:b', '{x}', '\u0000', 'a\u0000', 'a\u0000b', '\u0001', '🔧', '__proto__', '*'];
    await store.commit(
      projection,
      undefined,
      1n,
      ids.map((id) => put(id, id, { index: 'all', key: '', sort: '' })),
    );
    expect(said(await store.getMany(projection, ids))).toEqual(ids);
    const { documents } = await store.list(projection, { index: 'all', key: '', order: 'ascending', limit: 100 });
    expect(said(documents).toSorted()).toEqual(ids.toSorted());
  });
}
