import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { BadSetting, readConfig } from '../start/config.ts';
import { keyFile, replaceKeys } from '../start/identity-keys.ts';
import {
  freshKeys,
  type KeptKeys,
  type KeyKind,
  keptIn,
  keyKinds,
  shopKeys,
  withFirstOnly,
  withNew,
  withNewestFirst,
  withRotated,
} from '../start/kept-keys.ts';
import { refuseLostKeys, refuseOtherKeys } from '../start/keys-of-the-log.ts';
import { historyOf, watched } from './copy-log.ts';
import type { OpenModules } from './open-modules.ts';
import { recordInLog } from './record-in-log.ts';
import type { Run } from './run.ts';
import { withLog } from './with-log.ts';

const usage = `keys takes rotate; or add, use or retire, and then ${keyKinds.join(', ')}`;
/** Longer than any token is good, in milliseconds. */
const tokensEnd = 16 * 60_000;

/**
 * Prints new keys; or has a new one sign tokens, which running nodes take up by themselves; or replaces those of one kind, in
 * three steps, between which every node is started again.
 */
export async function keys(order: string | undefined, kind: string | undefined, run: Run): Promise<string> {
  if (order === undefined) return JSON.stringify(await freshKeys());
  const { says, kept, move } = await replaced(order, kind);
  const { IDENTITY_KEYS, DATA_DIR } = readConfig(process.env);
  const isSetting = IDENTITY_KEYS !== undefined;
  if (!isSetting || move) {
    const data = { step: order, kind: kind ?? 'signing' };
    // Write-ahead: nothing is changed that the history does not tell of, whenever the process may end.
    await recordInLog({ type: 'KeysReplaced', data }, 'ReplaceKeys', run.by());
  }
  const said = [...(move ? [await move(run)] : []), says].join(' ');
  if (isSetting) {
    run.remark(`${said} Give every node this as IDENTITY_KEYS:`);
    return JSON.stringify(kept);
  }
  await replaceKeys(DATA_DIR, kept);
  return said;
}

/**
 * The keys after a step, and what it means: in the file of the data directory; or to be put in the place of the setting. `move`
 * moves to the newest of a kind what is still under an older one, and says what that was.
 */
type Replaced = {
  readonly kept: KeptKeys;
  readonly says: string;
  readonly move?: ((run: Run) => Promise<string>) | undefined;
};

async function replaced(order: string, kind: string | undefined): Promise<Replaced> {
  if (order === 'rotate') return rotate();
  const known = keyKinds.find((each) => each === kind);
  if (!known) throw new BadSetting(usage);
  switch (order) {
    case 'add':
      return add(known);
    case 'use':
      return use(known);
    case 'retire':
      return retire(known);
    default:
      throw new BadSetting(usage);
  }
}

/** @throws BadSetting when the one before last may have signed tokens that are still good. */
async function rotate(): Promise<Replaced> {
  const kept = await keptNow();
  const free = new Date((await keysChangedAt()) + tokensEnd);
  if (kept.signing.length > 1 && free > new Date()) {
    throw new BadSetting(
      `the keys were replaced a moment ago, and tokens of before are still good: wait until ${free.toISOString()}`,
    );
  }
  const rotated = await withRotated(kept);
  const goes =
    'Tokens of the older one go on until they end, within 15 minutes; then it may go: keys retire signing, or rotate again.';
  const { IDENTITY_KEYS } = readConfig(process.env);
  if (IDENTITY_KEYS === undefined) {
    return keep(rotated, `A new key signs from now on; running nodes take it up within a second. ${goes}`);
  }
  const oneByOne =
    'A node that is not started again yet refuses what the new key has signed; where that must not be, use add, use and retire.';
  return keep(rotated, `A new key signs from the next start on. ${goes} ${oneByOne}`);
}

/** When the file was written last, in ms since the Unix epoch; of a setting nobody knows. */
async function keysChangedAt(): Promise<number> {
  const { IDENTITY_KEYS, DATA_DIR } = readConfig(process.env);
  return IDENTITY_KEYS === undefined ? (await stat(keyFile(DATA_DIR))).mtimeMs : 0;
}

async function add(kind: KeyKind): Promise<Replaced> {
  const kept = await keptNow();
  if (kept[kind].length > 1) throw new BadSetting(`there are two of ${kind} already: retire the older one first`);
  return keep(await withNew(kept, kind), `A new one is read from the next start on. Then: keys use ${kind}`);
}

async function use(kind: KeyKind): Promise<Replaced> {
  const kept = await keptNow();
  mustBeTwo(kept, kind);
  return keep(withNewestFirst(kept, kind), `The other one writes from the next start on. Then: keys retire ${kind}`);
}

async function retire(kind: KeyKind): Promise<Replaced> {
  const kept = await keptNow();
  mustBeTwo(kept, kind);
  const goes = 'The older one is gone, and not read from the next start on.';
  const says = kind === 'signing' ? `Tokens are good for 15 minutes, and renewed by themselves. ${goes}` : goes;
  const move = kind === 'signing' ? undefined : (run: Run) => moveOn(kind, run);
  return { ...keep(withFirstOnly(kept, kind), says), move };
}

async function moveOn(kind: Exclude<KeyKind, 'signing'>, run: Run): Promise<string> {
  // Only here: keys are printed, added and replaced without the shop's modules.
  const { openModules } = await import('./open-modules.ts');
  const wired = await openModules(readConfig(process.env), { run });
  const { signal } = run;
  try {
    const progress = run.progress(kind === 'wrapping' ? 'keys' : 'events');
    const reached = (done: number, of?: number) => progress.reached(done, of);
    if (kind === 'wrapping') return `${await wired.subjectKeys.rewrap({ signal, reached })} keys were wrapped anew.`;
    return `${await moveAccounts(wired, { signal, reached })} accounts are under the newest hash of their email.`;
  } finally {
    await wired.close();
  }
}

/** Looking for the account of an email moves it, as a sign-in does. */
async function moveAccounts(
  { store, identity }: OpenModules,
  watching: { readonly signal: AbortSignal; readonly reached: (events: number) => void },
): Promise<number> {
  const open = new Set<string>();
  for await (const { type, data } of watched(historyOf(store), watching)) {
    if (type !== 'AccountOpened' && type !== 'AccountMovedIn') continue;
    const holder = await identity.accounts.findByEmail((data as { email: string }).email);
    if (holder) open.add(holder.uid);
  }
  return open.size;
}

/** @throws BadSetting where there is no log, or its keys are not there: others would be made up in their place */
async function keptNow(): Promise<KeptKeys> {
  const { IDENTITY_KEYS, DATA_DIR } = readConfig(process.env);
  if (IDENTITY_KEYS !== undefined) return keptIn(IDENTITY_KEYS, 'IDENTITY_KEYS');
  const file = keyFile(DATA_DIR);
  return withLog(async (store, config) => {
    await refuseLostKeys(config, store);
    if (!existsSync(file)) throw new BadSetting(`there are no keys yet: ${file} is made when the shop is opened`);
    const kept = keptIn(await readFile(file, 'utf8'), file);
    await refuseOtherKeys(store, shopKeys(kept));
    return kept;
  });
}

/** Keys, and what they mean. */
const keep = (kept: KeptKeys, says: string): Replaced => ({ kept, says });

function mustBeTwo(kept: KeptKeys, kind: KeyKind): void {
  if (kept[kind].length !== 2) throw new BadSetting(`there is one of ${kind} only: begin with keys add ${kind}`);
}
