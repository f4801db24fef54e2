import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { Change, MadeAnew } from '../../../modules/kernel/read-models.ts';
import { ProjectionRunner } from '../../feed/projection-runner.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openWrittenBehind } from '../behind/written-behind.ts';
import { put, said } from '../contract/bench.ts';

function opened() {
  const store = openWrittenBehind({ file: join(temporaryFolder(), 'read-models.db') });
  onTestFinished(() => store.close());
  return store;
}

async function begun(store: ReturnType<typeof opened>): Promise<MadeAnew> {
  const anew = await store.anew?.([]);
  if (!anew) throw new Error('There is something already.');
  return anew;
}

const listed = (n: number) => [{ index: 'by', key: '', sort: String(n).padStart(6, '0') }];

/** A change whose texts are counted. */
function late(id: string, n: number, texts: string[]): Change {
  const { document, entries } = put(id, n, ...listed(n));
  return {
    id,
    entries,
    isLate: true,
    get document() {
      texts.push(id);
      return document;
    },
  };
}

/** The whole log, as who is far behind reads it. */
async function* inBulk(store: EventStore) {
  for (let after = start; ; ) {
    const batch = await store.readAll({ after, limit: 1_000 });
    yield batch;
    if (batch.caughtUp) return;
    after = batch.position;
  }
}

describe('what changes again and again while read models are made from nothing', () => {
  it('becomes a text in the end, and before only when somebody asks for it', async () => {
    const store = opened();
    const anew = await begun(store);
    const texts: string[] = [];
    await anew.commit('p', undefined, 1n, [put('a', 0), put('b', 0)]);
    for (let n = 1; n <= 50; n++)
      await anew.commit(
        'p',
        BigInt(n),
        BigInt(n + 1),
        ['a', 'b'].map((id) => late(id, n, texts)),
      );
    expect(texts).toEqual([]);
    expect(said(await anew.getMany('p', ['b', 'none', 'a']))).toEqual([50, undefined, 50]);
    expect(texts.splice(0)).toEqual(['b', 'a']);
    expect(await anew.install()).toBe(true);
    expect(texts).toEqual(['a', 'b']);
    expect(said([(await store.get('p', 'a')).document])).toEqual([50]);
    expect(await store.count('p', 'by', '')).toBe(2);
  });

  it('is handed on before the end where it is much, and is what it was last all the same', async () => {
    const store = opened();
    const anew = await begun(store);
    const texts: string[] = [];
    const ids = Array.from({ length: 9_000 }, (_, n) => `id ${n}`);
    await anew.commit(
      'p',
      undefined,
      1n,
      ids.map((id) => put(id, 0)),
    );
    for (let n = 1; n <= 2; n++)
      await anew.commit(
        'p',
        BigInt(n),
        BigInt(n + 1),
        ids.map((id) => late(id, n, texts)),
      );
    expect(texts.length).toBeGreaterThan(0);
    await anew.commit('p', 3n, 4n, [put('id 0', 'since'), late('id 8999', 3, texts)]);
    expect(said(await anew.getMany('p', ['id 0', 'id 1', 'id 8999']))).toEqual(['since', 2, 3]);
    expect(await anew.install()).toBe(true);
    expect(said([(await store.get('p', 'id 1')).document])).toEqual([2]);
    expect(await store.count('p', 'by', '')).toBe(8_999);
  });

  it('is folded without a text for each batch', async () => {
    const { store } = openedStores();
    for (let n = 0; n < 60; n++) await count(store, `c${n % 3}`, ...new Array(200).fill(1));
    const counters = countersOf();
    const textOf = vi.fn(counters.textOf);
    const readModels = opened();
    const runner = new ProjectionRunner([{ ...counters, textOf }], readModels, {
      ...store,
      replay: () => inBulk(store),
    });
    await runner.catchUp(await runner.open());
    // Of each the one that it begins with, and the last.
    expect(textOf).toHaveBeenCalledTimes(2 * 3);
    expect(await totals(readModels)).toEqual({ c0: 4_000, c1: 4_000, c2: 4_000 });
  });
});
