import { describe, expect, it } from 'vitest';
import { HeldKeys } from './held-keys.ts';
import { shopKeys } from './kept-keys.ts';
import { freshKeys, withNew, withOtherFirst } from './key-steps.ts';

describe('the keys of a node that runs', () => {
  it.each(['wrapping', 'emails'] as const)(
    'take up those of %s that were added and used, and say which',
    async (kind) => {
      const begun = await freshKeys();
      const used = withOtherFirst(await withNew(begun, kind), kind);
      const held = new HeldKeys(shopKeys(begun));
      const [old] = begun[kind];
      const [fresh] = used[kind];
      expect(held.said.writes).toContain(`${kind}:${old?.id}`);
      expect(held.take(shopKeys(used))).toEqual(shopKeys(used));
      expect(held.said.reads).toEqual(expect.arrayContaining([`${kind}:${fresh?.id}`, `${kind}:${old?.id}`]));
      expect(held.said.writes).toContain(`${kind}:${fresh?.id}`);
      expect(held.said.writes).not.toContain(`${kind}:${old?.id}`);
      expect(JSON.stringify(held.said)).not.toContain(old?.secret);
    },
  );

  it.each(['wrapping', 'emails'] as const)(
    'go on reading one of %s that a file of before has not got',
    async (kind) => {
      const begun = await freshKeys();
      const used = shopKeys(withOtherFirst(await withNew(begun, kind), kind));
      const held = new HeldKeys(used);
      const taken = held.take(shopKeys(begun));
      expect(taken[kind]).toEqual(used[kind].toReversed());
      expect(held.take(used)[kind]).toEqual(used[kind]);
    },
  );

  it('are not those of another shop', async () => {
    const held = new HeldKeys(shopKeys(await freshKeys()));
    const before = held.said;
    const others = shopKeys(await freshKeys());
    expect(() => held.take(others)).toThrow('identity-keys.json is of another shop');
    expect(held.said).toEqual(before);
  });
});
