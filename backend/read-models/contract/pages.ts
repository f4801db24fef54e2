import { expect, it } from 'vitest';
import { Invalid } from '../../../modules/kernel/errors.ts';
import type { ListQuery, ReadModels } from '../../../modules/kernel/read-models.ts';
import { type Bench, end, newProjection, put, said } from './bench.ts';

const all = (sort: string) => ({ index: 'all', key: '', sort });
const digits = (n: number) => String(n).padStart(6, '0');

/** Every page of the index `all`, one after the other. */
async function* pages(
  store: ReadModels,
  projection: string,
  query: Omit<ListQuery, 'index' | 'key'>,
): AsyncGenerator<unknown[]> {
  let after: string | undefined;
  do {
    const page = await store.list(projection, { index: 'all', key: '', ...query, after });
    yield said(page.documents);
    after = page.next;
  } while (after !== undefined);
}

export function pageContract(bench: Bench): void {
  for (const order of ['ascending', 'descending'] as const) {
    it(`hold every document once, ${order}, however long they are`, async () => {
      const { store } = bench;
      const projection = newProjection();
      const numbers = Array.from({ length: 40 }, (_, n) => n);
      // Three documents to a sort, so that pages end in the middle of a tie; the ids alone would give another order.
      const changes = numbers.map((n) => {
        const tie = Math.floor(n / 3);
        return put(digits(1_000 - 10 * tie + (n % 3)), n, all(digits(tie)));
      });
      await store.commit(projection, undefined, 1n, changes);
      const expected = order === 'ascending' ? numbers : numbers.toReversed();
      for (const limit of [1, 2, 7, 20, 39, 40, 41, 1_000]) {
        const seen: unknown[][] = [];
        for await (const page of pages(store, projection, { order, limit })) seen.push(page);
        expect(seen.flat()).toEqual(expected);
        expect(seen).toHaveLength(Math.ceil(40 / limit));
      }
    });

    it(`neither lose nor repeat a document while others come and go, ${order}`, async () => {
      const { store } = bench;
      const projection = newProjection();
      const lasting = Array.from({ length: 60 }, (_, n) => 10 * n);
      await store.commit(
        projection,
        undefined,
        0n,
        lasting.map((n) => put(digits(n), n, all(digits(n)))),
      );
      const seen: unknown[] = [];
      let round = 0;
      for await (const page of pages(store, projection, { order, limit: 7 })) {
        seen.push(...page);
        round += 1;
        // Another one after every document of the list, in the place of the one that came a round before.
        const more = lasting.map((n) => put(digits(n + (round % 9) + 1), 'passing', all(digits(n + (round % 9) + 1))));
        const gone = lasting.map((n) => end(digits(n + ((round - 1) % 9) + 1)));
        await store.commit(projection, BigInt(round - 1), BigInt(round), [...gone, ...more]);
      }
      expect(seen.filter((document) => document !== 'passing')).toEqual(
        order === 'ascending' ? lasting : lasting.toReversed(),
      );
    });
  }

  it('go on after a document that has meanwhile ended', async () => {
    const { store } = bench;
    const projection = newProjection();
    const query = { index: 'all', key: '', order: 'ascending', limit: 2 } as const;
    await store.commit(
      projection,
      undefined,
      1n,
      ['a', 'b', 'c'].map((id) => put(id, id, all(id))),
    );
    const first = await store.list(projection, query);
    await store.commit(projection, 1n, 2n, [end('b')]);
    expect(said((await store.list(projection, { ...query, after: first.next })).documents)).toEqual(['c']);
  });

  it('may change their length on the way', async () => {
    const { store } = bench;
    const projection = newProjection();
    const query = { index: 'all', key: '', order: 'ascending' } as const;
    await store.commit(
      projection,
      undefined,
      1n,
      ['a', 'b', 'c', 'd'].map((id) => put(id, id, all('\u0000'))),
    );
    const { next } = await store.list(projection, { ...query, limit: 1 });
    expect(said((await store.list(projection, { ...query, limit: 2, after: next })).documents)).toEqual(['b', 'c']);
    expect(said((await store.list(projection, { ...query, limit: 3, after: next })).documents)).toEqual([
      'b',
      'c',
      'd',
    ]);
  });

  it('go on after a cursor that a release before or after this one gave out, whose version of them is another', async () => {
    const { store } = bench;
    const name = newProjection();
    const query = { index: 'all', key: '', order: 'ascending', limit: 2 } as const;
    const versions = ['.v1', '.v8', '.v9~2', '.v10'];
    for (const version of versions) {
      const changes = ['a', 'b', 'c'].map((id) => put(id, id, all(id)));
      await store.commit(name + version, undefined, 1n, changes);
    }
    for (const given of versions) {
      const { next } = await store.list(name + given, query);
      for (const asked of versions) {
        const page = await store.list(name + asked, { ...query, after: next });
        expect(said(page.documents), `${given}, ${asked}`).toEqual(['c']);
      }
    }
  });

  it('are refused for a cursor of another list, and for what is no cursor', async () => {
    const { store } = bench;
    const projection = newProjection();
    const elsewhere = newProjection();
    const query = { index: 'all', key: '', order: 'ascending', limit: 1 } as const;
    for (const name of [projection, elsewhere]) {
      await store.commit(name, undefined, 1n, [put('a', 'a', all('')), put('b', 'b', all(''))]);
    }
    const { next } = await store.list(projection, query);
    const wrong: [string, ListQuery][] = [
      [elsewhere, { ...query, after: next }],
      [projection, { ...query, after: next, order: 'descending' }],
      [projection, { ...query, after: next, key: 'k' }],
      [projection, { ...query, after: next, index: 'other' }],
      ...['', 'abc', 'bnVsbA', '{}', '"', `${next}x`, 'ÿ'].map((after): [string, ListQuery] => [
        projection,
        { ...query, after },
      ]),
    ];
    for (const [name, asked] of wrong) await expect(store.list(name, asked), asked.after).rejects.toThrow(Invalid);
    expect(said((await store.list(projection, { ...query, after: next })).documents)).toEqual(['b']);
  });

  it('have at least one document and at most 1,000, whoever asks', async () => {
    const query = { index: 'all', key: '', order: 'ascending' } as const;
    for (const limit of [0, -1, 1.5, Number.NaN, 1_001, Number.POSITIVE_INFINITY]) {
      await expect(bench.store.list(newProjection(), { ...query, limit })).rejects.toThrow(RangeError);
    }
  });
}
