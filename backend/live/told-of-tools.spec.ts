import { beforeEach, describe, expect, it } from 'vitest';
import { catalogNotices } from '../../modules/catalog/notices.ts';
import { tools } from '../../modules/catalog/read-models/tools.ts';
import { toolAdded } from '../../modules/catalog/testing/examples.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { InMemoryReadModels } from '../doubles/in-memory-read-models.ts';
import { neverOlder } from '../read-models/never-older.ts';
import { projected } from '../testing/deciding/projected.ts';

const pieces = (available: number) => projected(tools, toolAdded({ available })).documents.get('t1');

describe('what is told of tools', () => {
  let kept: InMemoryReadModels;
  let latest: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly position: string }>>;
  beforeEach(() => {
    kept = new InMemoryReadModels();
    const [changed] = catalogNotices(neverOlder(kept)).topics;
    latest = (keys) => changed?.latest(keys) ?? Promise.reject(new Error('Nothing is told.'));
  });

  /** As many are left as of a position. */
  async function holds(position: bigint, available: number): Promise<void> {
    const tool = pieces(available);
    const change = { id: 't1', document: tool && tools.textOf(tool), entries: [] };
    await kept.commit(tools.storedAs, await kept.checkpoint(tools.storedAs), position, [change]);
  }

  it('is how many are left, and as of when', async () => {
    await holds(7n, 3);
    expect(await latest(['t1', 't2'])).toEqual(
      new Map([['t1', expect.objectContaining({ toolId: 't1', Available: 3, position: '7' })]]),
    );
  });

  it('is never older than what was shown: it cannot be read until the read models have caught up', async () => {
    await holds(7n, 3);
    await latest(['t1']);
    await kept.drop(tools.storedAs);
    await expect(latest(['t1'])).rejects.toThrow(Unavailable); // Emptied.
    await holds(5n, 10);
    await expect(latest(['t1'])).rejects.toThrow(Unavailable); // Put back.
    await holds(8n, 2);
    expect(await latest(['t1'])).toEqual(new Map([['t1', expect.objectContaining({ Available: 2, position: '8' })]]));
  });

  it('is read together with what it is true as of', async () => {
    await holds(7n, 3);
    let moves = async () => {
      moves = async () => {};
      await holds(8n, 2);
    };
    // Between two readings, were there two, somebody is quicker.
    for (const reading of ['get', 'getMany', 'checkpoint'] as const) {
      const plain = kept[reading].bind(kept) as (...of: unknown[]) => Promise<never>;
      kept[reading] = async (...of: unknown[]) => {
        const found = await plain(...of);
        await moves();
        return found;
      };
    }
    expect(await latest(['t1'])).toEqual(new Map([['t1', expect.objectContaining({ Available: 3, position: '7' })]]));
  });
});
