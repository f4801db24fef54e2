import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { startShop } from '../running-shop.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { beginAsOthers } from './first-states.ts';

const demo = { SEED: 'demo', LOG_LEVEL: 'error' };
const quick = { passwords: quickPasswords };

/** Folders that were begun, and what was put into each. */
function beginnings(kept: string | undefined = temporaryFolder()) {
  const begun: string[] = [];
  const begin = async (dataDir: string, { SEED }: Readonly<Record<string, string>>) => {
    begun.push(dataDir);
    return { close: async () => writeFileSync(join(dataDir, 'events.db'), `of ${SEED}`) };
  };
  const into = async (settings: Readonly<Record<string, string>>, replacements = {}, DATA_DIR = temporaryFolder()) => {
    await beginAsOthers({ ...settings, DATA_DIR }, replacements, begin, kept);
    return readdirSync(DATA_DIR).map((name) => `${name} ${readFileSync(join(DATA_DIR, name), 'utf8')}`);
  };
  return { begun, into, kept };
}

describe('a shop of a test', () => {
  it('begins with what one start has written, once it was closed', async () => {
    const { begun, into, kept } = beginnings();
    expect(await into(demo, quick)).toEqual(['events.db of demo']);
    expect(await into(demo, quick)).toEqual(['events.db of demo']);
    expect(await into({})).toEqual(['events.db of none']);
    expect(begun).toHaveLength(2);
    expect(readdirSync(kept ?? '').toSorted()).toEqual(['demo', 'none']);
  });

  it('begins with that of whoever was first, where several make it at the same moment', async () => {
    const { into, kept } = beginnings();
    const all = await Promise.all([into(demo, quick), into(demo, quick)]);
    expect(all).toEqual([['events.db of demo'], ['events.db of demo']]);
    expect(readdirSync(kept ?? '')).toEqual(['demo']);
  });

  it.each([
    ['a setting could matter to what is written', { ...demo, CURRENCY: 'jpy' }, quick],
    ['its log is elsewhere', { ...demo, EVENT_STORE: 'esdb://127.0.0.1:1' }, quick],
    ['it has a clock of its own', demo, { ...quick, now: () => new Date(0) }],
    ['it has other passwords', demo, {}],
  ])('begins by itself where %s', async (_, settings, replacements) => {
    const { begun, into } = beginnings();
    expect(await into(settings, replacements)).toEqual([]);
    expect(begun).toEqual([]);
  });

  it('goes on with what is there', async () => {
    const { begun, into } = beginnings();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'forgotten.jsonl'), '');
    expect(await into(demo, quick, folder)).toEqual(['forgotten.jsonl ']);
    expect(begun).toEqual([]);
  });

  it('has the files that it would have written itself', async () => {
    const filesOf = async (settings: Readonly<Record<string, string>>) => {
      const DATA_DIR = temporaryFolder();
      await (await startShop({ ...demo, ...settings, DATA_DIR }, quick)).close();
      return readdirSync(DATA_DIR).toSorted();
    };
    // Of two settings that are the same but for being said.
    expect(await filesOf({})).toEqual(await filesOf({ METRICS_TOKEN: 'a-token-of-a-shop-that-begins-by-itself' }));
  });
});
