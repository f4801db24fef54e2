import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import type { Replacements } from '../../start/replacements.ts';
import { withoutBounds } from './without-bounds.ts';

/** Settings that leave what a first start writes as it is. Of whatever else is set, a shop begins by itself. */
const changeNothing = new Set([
  ...Object.keys(withoutBounds),
  ...['DATA_DIR', 'PORT', 'SEED', 'LOG_LEVEL', 'DRAIN', 'TRUST_PROXY', 'READ_MODELS', 'STRIPE_WEBHOOK_SECRET'],
]);
const replaceNothing = new Set<keyof Replacements>(['passwords', 'frontend']);

type Settings = Readonly<Record<string, string>>;
type Begin = (dataDir: string, settings: Settings) => Promise<{ readonly close: () => Promise<void> }>;

/**
 * Puts into the empty folder of a shop what its first start would write: files, keys, and the demo's data. It is made once for all
 * workers, by such a start, and copied, for half of the processor's time and a third of the clock's. All shops that begin so have the
 * same keys and the same log, so that one which is about its beginning, or about another shop, is begun with a setting or double more.
 * @param kept where the workers of a run keep what they have made; vitest.config.ts names the folder, and takes it away
 */
export async function beginAsOthers(
  settings: Settings,
  replacements: Replacements,
  begin: Begin,
  kept = process.env.TEST_FIRST_STATES,
): Promise<void> {
  const { DATA_DIR = '', SEED = 'none' } = settings;
  if (kept === undefined || !existsSync(DATA_DIR) || readdirSync(DATA_DIR).length > 0) return;
  const isUsual =
    Object.keys(settings).every((name) => changeNothing.has(name)) &&
    Object.keys(replacements).every((name) => replaceNothing.has(name as keyof Replacements)) &&
    (SEED === 'none' || replacements.passwords === quickPasswords);
  if (!isUsual) return;
  const made = join(kept, SEED);
  if (!existsSync(made)) await make(made, SEED, begin);
  cpSync(made, DATA_DIR, { recursive: true });
}

/** Another worker may be making it as well: the first one that is whole is everybody's. */
async function make(made: string, SEED: string, begin: Begin): Promise<void> {
  const folder = mkdtempSync(`${made}-`);
  await (await begin(folder, { SEED })).close();
  try {
    renameSync(folder, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
    rmSync(folder, { recursive: true });
  }
}
