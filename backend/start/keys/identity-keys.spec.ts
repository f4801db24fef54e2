import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokensOf } from '../../../modules/identity/signing-in/tokens.ts';
import { loadOrCreateKeys } from './identity-keys.ts';

describe('the keys of a data directory', () => {
  let dir: string;
  let file: string;
  beforeEach(async () => {
    dir = join(await mkdtemp(join(tmpdir(), 'identity-keys-')), 'data');
    file = join(dir, 'identity-keys.json');
  });
  afterEach(() => rm(join(dir, '..'), { recursive: true }));

  it('are made at the first start, and are the same ever after', async () => {
    const keys = await loadOrCreateKeys(dir);
    expect(keys.secret).toHaveLength(32);
    expect(await loadOrCreateKeys(dir)).toEqual(keys);
  });

  it('are others in another directory', async () => {
    const [one, other] = [await loadOrCreateKeys(dir), await loadOrCreateKeys(`${dir}/other`)];
    expect(other.secret).not.toEqual(one.secret);
    expect(other.signing[0]?.d).not.toBe(one.signing[0]?.d);
  });

  it('sign tokens', async () => {
    const { signing } = await loadOrCreateKeys(dir);
    const tokens = await tokensOf({ signing, issuer: 'https://shop.example', now: () => new Date() });
    const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina', sid: 's1' };
    expect(await tokens.verifyAccessToken(await tokens.issueAccessToken(mina))).toEqual(mina);
  });

  it("are for their owner's eyes only", async () => {
    await loadOrCreateKeys(dir);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('are the same for all who start at once, and leave nothing else behind', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateKeys(dir)));
    expect(new Set(all.map(({ signing }) => signing[0]?.d)).size).toBe(1);
    expect(await readdir(dir)).toEqual(['identity-keys.json']);
  });

  it.each(['', '{', '{"secret":"AAAA"}'])('are never replaced when damaged, nor shown: %j', async (text) => {
    await loadOrCreateKeys(dir);
    await writeFile(file, text);
    await expect(loadOrCreateKeys(dir)).rejects.toThrow(
      /^\S+identity-keys\.json is damaged\. Put it back from a backup\.$/,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
