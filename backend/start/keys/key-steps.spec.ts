import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keptIn, keyKinds, shopKeys } from './kept-keys.ts';
import { freshKeys, newer, standing, withNew, withOtherFirst, withOthersRetired } from './key-steps.ts';

describe.each(keyKinds)('a key for %s', (kind) => {
  it('is replaced in three steps: read by all, used, and the older one writing no more', async () => {
    const keys = await freshKeys();
    const [old] = keys[kind];
    const added = await withNew(keys, kind);
    expect(added[kind]).toEqual([old, expect.anything()]);
    expect(newer(added, kind)).toBe(added[kind][1]);
    const used = withOtherFirst(added, kind);
    expect(used[kind]).toEqual([added[kind][1], old]);
    expect(newer(used, kind)).toBe(used[kind][0]);
    const retired = withOthersRetired(used, kind);
    expect(standing(retired, kind)).toEqual([added[kind][1]]);
    for (const other of keyKinds) if (other !== kind) expect(retired[other]).toEqual(keys[other]);
    const read = keptIn(JSON.stringify(retired), 'it');
    expect(read).toEqual(retired);
    expect(shopKeys(read).secret).toEqual(shopKeys(keys).secret);
  });

  it('is the newer one also where the clock was put back', async () => {
    const keys = await freshKeys();
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const added = await withNew(keys, kind);
    expect(newer(added, kind)).toBe(added[kind][1]);
  });

  it('is neither the newer nor the older one where that was not written down', async () => {
    const added = await withNew(await freshKeys(), kind);
    const before = { ...added, [kind]: added[kind].map(({ made: _, ...key }) => key) };
    expect(newer(before, kind)).toBeUndefined();
  });
});

describe.each(['wrapping', 'emails'] as const)('a key for %s that is retired', (kind) => {
  it('is read ever after, behind the one that writes, however many come after it', async () => {
    let keys = await freshKeys();
    const all: string[] = [keys[kind][0]?.secret ?? ''];
    for (let time = 0; time < 3; time++) {
      const used = withOtherFirst(await withNew(keys, kind), kind);
      all.push(used[kind][0]?.secret ?? '');
      keys = withOthersRetired(used, kind);
      expect(standing(keys, kind)).toEqual([keys[kind][0]]);
    }
    expect(keys[kind].map(({ secret }) => secret).toSorted()).toEqual(all.toSorted());
    expect(keys[kind][0]?.secret).toBe(all.at(-1));
    expect(shopKeys(keys)[kind]).toHaveLength(4);
  });
});
