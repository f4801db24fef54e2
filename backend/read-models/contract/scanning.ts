import { expect, it } from 'vitest';
import type { Change, Listing, ReadModels, Scanning } from '../../../modules/kernel/read-models.ts';
import { type Bench, end, newProjection, put } from './bench.ts';

/** Of stores that can be read through as a whole; one that keeps in the memory what it shows need not. */
export function scanningContract(bench: Bench): void {
  it('come with their ids, all of them, whatever they are called and whether or not they are listed', async () => {
    const { store } = bench;
    const projection = newProjection();
    const strange = ['', ' ', 'a:b', '{x}', '\u0000', 'a\u0000', '\u0001', '\u0001\u0002', '🔧', 'ﬀ', '*'];
    const changes = [...strange, ...Array.from({ length: 2_000 }, (_, n) => `id-${n}`)].map((id) => put(id));
    const { scanning } = store;
    if (!scanning) return;
    await store.commit(projection, undefined, 1n, changes);
    await store.commit(projection, 1n, 2n, [end('id-7'), put('id-8', 'changed')]);
    const expected = new Map(changes.map(({ id, document }) => [id, document]));
    expected.delete('id-7');
    expected.set('id-8', put('id-8', 'changed').document);
    expect(await documentsIn(scanning, projection)).toEqual(expected);
    expect(await scanning.size(projection)).toBe(expected.size);
  });

  it('come with where they are listed, in the order of index, key, sort and id', async () => {
    const { store } = bench;
    const { scanning } = store;
    if (!scanning) return;
    const projection = newProjection();
    const parts = ['', 'a', 'a\u0000', 'a\u0001', 'ﬀ', '🔧'];
    const changes: Change[] = parts.flatMap((key) =>
      parts.map((sort) => put(`${key} ${sort}`, 1, { index: 'by', key, sort }, { index: 'b', key: sort, sort: key })),
    );
    await store.commit(projection, undefined, 1n, changes);
    const expected = changes.flatMap(({ id, entries }) => entries.map((entry) => ({ ...entry, id })));
    expect(await listingsIn(scanning, projection)).toEqual(expected.toSorted(byBytes));
  });

  it('say what each piece is true as of', async () => {
    const { store, other } = bench;
    const projection = newProjection();
    if (!store.scanning) return;
    const asOf = async ({ scanning }: ReadModels) => [
      (await scanning?.documents(projection, { limit: 10 }))?.asOf,
      (await scanning?.listings(projection, { limit: 10 }))?.asOf,
    ];
    expect(await asOf(other)).toEqual([undefined, undefined]);
    expect(await store.scanning.size(projection)).toBe(0);
    await store.commit(projection, undefined, 5n, []);
    expect(await asOf(other)).toEqual([5n, 5n]);
    await store.commit(projection, 5n, 9n, [put('a', 1, { index: 'by', key: '', sort: '' })]);
    expect(await asOf(other)).toEqual([9n, 9n]);
  });
}

async function documentsIn(scanning: Scanning, projection: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let after: string | undefined;
  do {
    const piece = await scanning.documents(projection, { after, limit: 100 });
    for (const { id, document } of piece.documents) found.set(id, document);
    after = piece.next;
  } while (after !== undefined);
  return found;
}

async function listingsIn(scanning: Scanning, projection: string): Promise<Listing[]> {
  const found: Listing[] = [];
  for (;;) {
    const { listings, hasMore } = await scanning.listings(projection, { after: found.at(-1), limit: 7 });
    found.push(...listings);
    if (!hasMore) return found;
  }
}

function byBytes(one: Listing, other: Listing): number {
  const of = ({ index, key, sort, id }: Listing) => [index, key, sort, id].map((part) => Buffer.from(part));
  const [a, b] = [of(one), of(other)];
  return a.reduce((order, part, at) => order || Buffer.compare(part, b[at] ?? Buffer.alloc(0)), 0);
}
