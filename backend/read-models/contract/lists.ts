import { expect, it } from 'vitest';
import { byId, type ListQuery, type ReadModels } from '../../../modules/kernel/read-models.ts';
import { type Bench, end, newProjection, put, said } from './bench.ts';

/** The whole list of one key of the index `by`, as what its documents say. */
async function list(
  store: ReadModels,
  projection: string,
  key: string,
  order: 'ascending' | 'descending' = 'ascending',
) {
  const page = await store.list(projection, { index: 'by', key, order, limit: 100 });
  expect(page.next).toBeUndefined();
  return said(page.documents);
}

/** All documents of a list, as they come page by page. */
async function everyDocument(store: ReadModels, projection: string, query: ListQuery): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let after: string | undefined, isBegun = false; !isBegun || after !== undefined; isBegun = true) {
    const page = await store.list(projection, { ...query, ...(after !== undefined && { after }) });
    all.push(...said(page.documents));
    after = page.next;
  }
  return all;
}

const under = (beginning: string) => ({ index: byId, key: beginning, sort: '' });
const by = (key: string, sort = '') => ({ index: 'by', key, sort });

export function listContract(bench: Bench): void {
  it('go up or down by sort', async () => {
    const { store } = bench;
    const projection = newProjection();
    const changes = [
      put('x', 'second', by('k', 'b')),
      put('y', 'third', by('k', 'c')),
      put('z', 'first', by('k', 'a')),
    ];
    await store.commit(projection, undefined, 1n, changes);
    expect(await list(store, projection, 'k')).toEqual(['first', 'second', 'third']);
    expect(await list(store, projection, 'k', 'descending')).toEqual(['third', 'second', 'first']);
  });

  it('go by id where the sort is the same, and a shorter sort comes first', async () => {
    const { store } = bench;
    const projection = newProjection();
    const changes = [put('b', 'b', by('k', 's')), put('z', 'z', by('k', '')), put('a', 'a', by('k', 's'))];
    await store.commit(projection, undefined, 1n, [
      ...changes,
      put('A', 'A', by('k', 's ')),
      put('c', 'c', by('k', 's')),
    ]);
    expect(await list(store, projection, 'k')).toEqual(['z', 'a', 'b', 'c', 'A']);
    expect(await list(store, projection, 'k', 'descending')).toEqual(['A', 'c', 'b', 'a', 'z']);
  });

  it('go by the bytes of UTF-8, whatever the text', async () => {
    const { store } = bench;
    const projection = newProjection();
    // JavaScript would put the wrench, a surrogate pair, before the full-width A; a locale would mix the cases.
    const sorts = ['', '\u0000', '\u0000\u0000', '\u0001', '\u0001\u0001', ' ', 'B', 'a', 'a\u0000', 'a\u0000b', 'a!'];
    const inOrder = [...sorts, 'b', '\u007f', '\u0080', 'ß', 'ё', '한', '\ue000', 'Ａ', '\uffff', '🔧', '\u{10ffff}'];
    const changes = inOrder.map((sort, n) => put(`${97 * n}`, n, by('k', sort)));
    await store.commit(projection, undefined, 1n, changes.toReversed());
    expect(await list(store, projection, 'k')).toEqual(inOrder.map((_, n) => n));
    expect(await list(store, projection, 'k', 'descending')).toEqual(inOrder.map((_, n) => n).toReversed());
  });

  it('are kept apart by key, index and projection', async () => {
    const { store } = bench;
    const projection = newProjection();
    const elsewhere = newProjection();
    const changes = [
      put('1', 'here', by('k')),
      put('2', 'another key', by('kk')),
      put('3', 'another index', { index: 'b', key: 'yk', sort: '' }),
      put('4', 'another index', { index: 'by:k', key: '', sort: '' }),
      put('5', 'no index'),
    ];
    await store.commit(projection, undefined, 1n, changes);
    await store.commit(elsewhere, undefined, 1n, [put('1', 'elsewhere', by('k'))]);
    expect(await list(store, projection, 'k')).toEqual(['here']);
    expect(await list(store, elsewhere, 'k')).toEqual(['elsewhere']);
    expect(await list(store, projection, 'K')).toEqual([]);
  });

  it('have any key', async () => {
    const { store } = bench;
    const projection = newProjection();
    const keys = ['', ' ', 'a@b.dev', 'a:b', '{a}', '}', '\u0000', 'a\u0000b', 'Ключ', '🔧', '*', '%'];
    const changes = keys.map((key, n) => put(`${n}`, key, by(key)));
    await store.commit(projection, undefined, 1n, changes);
    for (const key of keys) expect(await list(store, projection, key)).toEqual([key]);
  });

  it('have a document under each of its entries', async () => {
    const { store } = bench;
    const projection = newProjection();
    const everywhere = [
      by('red', '2'),
      by('blue', '1'),
      by('red', '9'),
      by('red', '2'),
      { ...by('red'), index: 'all' },
    ];
    await store.commit(projection, undefined, 1n, [put('a', 'a', ...everywhere), put('b', 'b', by('red', '5'))]);
    expect(await list(store, projection, 'red')).toEqual(['a', 'b', 'a']);
    expect(await list(store, projection, 'blue')).toEqual(['a']);
    expect(await store.count(projection, 'by', 'red')).toBe(3);
    expect(await store.count(projection, 'all', 'red')).toBe(1);
  });

  it('are also of every document that says so, by id, for who looks at all of them', async () => {
    const { store } = bench;
    const projection = newProjection();
    const every = under('');
    const changes = [put('b', 'b', every, by('k')), put('\u{1f527}', 'wrench', every), put('c', 'c', by('k'))];
    await store.commit(projection, undefined, 1n, [...changes, put('a', 'a', every), put('\uffff', 'last', every)]);
    const inPages = async (order: 'ascending' | 'descending') => {
      const query = { index: byId, key: '', order, limit: 3 } as const;
      const first = await store.list(projection, query);
      const rest = await store.list(projection, { ...query, after: first.next });
      expect(rest.next).toBeUndefined();
      return said([...first.documents, ...rest.documents]);
    };
    expect(await inPages('ascending')).toEqual(['a', 'b', 'last', 'wrench']);
    expect(await inPages('descending')).toEqual(['wrench', 'last', 'b', 'a']);
    expect(await store.count(projection, byId, '')).toBe(4);
    await store.commit(projection, 1n, 2n, [put('b', 'b'), end('\uffff'), put('c', 'c', every)]);
    expect(await store.count(projection, byId, '')).toBe(3);
    const { documents } = await store.list(projection, { index: byId, key: '', order: 'ascending', limit: 10 });
    expect(said(documents)).toEqual(['a', 'c', 'wrench']);
  });

  it('are also of documents whose ids begin alike, by id, a page at a time', async () => {
    const { store } = bench;
    const projection = newProjection();
    // Each of these beginnings ends with a letter that a next one is hard to tell of.
    const beginnings = ['ab', 'b', '\u0000', '\u007f', '\ud7ff', '\uffff', '\u{10ffff}', 'a\u{10ffff}\u{10ffff}'];
    const ends = ['', '\u0000', '0', 'b', '\ue000', '\u{10ffff}', '\u{10ffff}z'];
    const idsUnder = (beginning: string) => ends.map((end) => beginning + end);
    const listed = beginnings.flatMap((key) => idsUnder(key).map((id) => put(id, id, under(key))));
    const unlisted = ['a', 'ac', 'a\u{10ffff}', 'abc', 'c'].map((id) => put(id, 'unlisted', by('k')));
    await store.commit(projection, undefined, 1n, [...listed, ...unlisted].toReversed());
    for (const key of beginnings) {
      for (const order of ['ascending', 'descending'] as const) {
        const inOrder = order === 'ascending' ? idsUnder(key) : idsUnder(key).toReversed();
        for (const limit of [1, 3, 7]) {
          const query = { index: byId, key, order, limit } as const;
          expect(await everyDocument(store, projection, query), `${JSON.stringify(key)} ${order}`).toEqual(inOrder);
        }
      }
      expect(await store.count(projection, byId, key)).toBe(ends.length);
    }
    expect(await store.count(projection, byId, '')).toBe(0);
    await store.commit(projection, 1n, 2n, [end('ab0'), put('abb', 'unlisted'), put('abc', 'abc', under('ab'))]);
    const left = idsUnder('ab').filter((id) => id !== 'ab0' && id !== 'abb');
    const query = { index: byId, key: 'ab', order: 'ascending', limit: 2 } as const;
    expect(await everyDocument(store, projection, query)).toEqual([...left.slice(0, 2), 'abc', ...left.slice(2)]);
    expect(await store.count(projection, byId, 'ab')).toBe(left.length + 1);
  });

  it('follow a document that changes', async () => {
    const { store } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [
      put('a', 'old', by('red', '1'), by('both')),
      put('b', 'b', by('red', '2')),
    ]);
    await store.commit(projection, 1n, 2n, [put('a', 'new', by('blue'), by('both'))]);
    expect(await list(store, projection, 'red')).toEqual(['b']);
    expect(await list(store, projection, 'blue')).toEqual(['new']);
    expect(await list(store, projection, 'both')).toEqual(['new']);
    await store.commit(projection, 2n, 3n, [put('a', 'back', by('red', '3'))]);
    expect(await list(store, projection, 'red')).toEqual(['b', 'back']);
    expect(await list(store, projection, 'blue')).toEqual([]);
    await store.commit(projection, 3n, 4n, [put('a', 'unlisted')]);
    expect(await list(store, projection, 'red')).toEqual(['b']);
  });

  it('show what changed in a document that stays where it is', async () => {
    const { store } = bench;
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 'old', by('k'))]);
    await store.commit(projection, 1n, 2n, [put('a', 'new', by('k'))]);
    expect(await list(store, projection, 'k')).toEqual(['new']);
  });

  it('lose a document that ends, and count what is left', async () => {
    const { store } = bench;
    const projection = newProjection();
    expect(await store.count(projection, 'by', 'k')).toBe(0);
    await store.commit(projection, undefined, 1n, [put('a', 'a', by('k'), by('l')), put('b', 'b', by('k'))]);
    expect(await store.count(projection, 'by', 'k')).toBe(2);
    await store.commit(projection, 1n, 2n, [end('a')]);
    expect(await list(store, projection, 'k')).toEqual(['b']);
    expect(await list(store, projection, 'l')).toEqual([]);
    expect(await store.count(projection, 'by', 'k')).toBe(1);
    await store.commit(projection, 2n, 3n, [put('a', 'again')]);
    expect(await list(store, projection, 'l')).toEqual([]);
  });
}
