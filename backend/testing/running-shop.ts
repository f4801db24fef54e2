import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { type Log, openLog } from '../runtime/logging/log.ts';
import type { Replacements } from '../start/replacements.ts';
import { readConfig } from '../start/settings/config.ts';
import { openShop, type Shop } from '../start/shop.ts';
import { beginAsOthers } from './shops/first-states.ts';
import { withoutBounds } from './shops/without-bounds.ts';

export type RunningShop = Shop & {
  readonly dataDir: string;
  /** Closes the shop and takes its data away. */
  readonly end: () => Promise<void>;
};

/** What is in the place of the real thing, and where the shop says what it says to its operators. */
export type ShopDoubles = Replacements & { readonly log?: Log };

const usual = { PORT: '0', SEED: 'none', LOG_LEVEL: 'error', TRUST_PROXY: '0', DRAIN: '0', ...withoutBounds };
/** What a shop of one's own prints, links for one, is for nobody here. */
const silent = { print: () => {} };

/**
 * A whole shop on a free port, with its own data directory, as main.ts would open it, but without bounds on what one
 * person may do. `environment` are settings; without a DATA_DIR a new one is made.
 */
export async function startShop(
  environment: Readonly<Record<string, string>> = {},
  { log, ...replacements }: ShopDoubles = {},
): Promise<RunningShop> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'inventory-')));
  const settings = { ...usual, ...environment, DATA_DIR: dataDir };
  const config = readConfig(settings);
  const opened = log ?? openLog(config.LOG_LEVEL);
  if (!log) {
    await beginAsOthers(settings, replacements, (DATA_DIR, { SEED = '' }) =>
      openShop(readConfig({ ...usual, SEED, DATA_DIR }), opened, { ...silent, passwords: quickPasswords }),
    );
  }
  const shop = await openShop(config, opened, { ...silent, ...replacements });
  return {
    ...shop,
    dataDir,
    end: async () => {
      await shop.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
