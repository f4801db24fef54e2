import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tokenMinutes } from '../../../modules/identity/contract.ts';
import { keyFile, replaceKeys } from '../../start/keys/identity-keys.ts';
import { type KeptKeys, type KeyKind, keptIn, keyKinds, shopKeys } from '../../start/keys/kept-keys.ts';
import {
  freshKeys,
  newer,
  standing,
  withNew,
  withOtherFirst,
  withOthersRetired,
  withoutRetired,
  withRotated,
} from '../../start/keys/key-steps.ts';
import { refuseLostKeys, refuseOtherKeys } from '../../start/keys/keys-of-the-log.ts';
import { BadSetting, readConfig } from '../../start/settings/config.ts';
import { moveToNewest } from '../copies/move-to-newest.ts';
import { recordInLog } from '../log/record-in-log.ts';
import { untilNodesHave } from '../log/until-nodes-have.ts';
import { namesLog, withLog } from '../log/with-log.ts';
import type { Run } from '../run.ts';

const usage = `keys takes rotate; or add, use, retire or undo, and then ${keyKinds.join(', ')}; or drop wrapping`;
/** Longer than any token is good, in milliseconds: a minute more, for clocks that differ. */
const tokensEnd = (tokenMinutes + 1) * 60_000;
/** How long a key must be retired before it may be dropped, in milliseconds: longer than any process is stopped and goes on. */
export const retiredFor = 24 * 60 * 60_000;

/**
 * Prints new keys; or has a new one sign tokens; or replaces those of one kind, in three steps. Running nodes of the data directory
 * take each step up by themselves; those that have their keys from elsewhere are given them, and started again.
 */
export async function keys(order: string | undefined, kind: string | undefined, run: Run): Promise<string> {
  if (order === undefined) return JSON.stringify(await freshKeys());
  const { before, says, kept, moves, by = kept } = await replaced(order, kind, run);
  const { DATA_DIR } = readConfig(process.env);
  const data = { step: order, kind: kind ?? 'signing' };
  // Write-ahead: nothing is changed that the history does not tell of, whenever the process may end.
  const isTold = await recordInLog({ type: 'KeysReplaced', data }, 'ReplaceKeys', run.by());
  // Before anything is moved: what nodes write meanwhile is moved, too, and what they write later can be read in any case.
  if (!isSetting()) await replaceKeys(DATA_DIR, by, before);
  const said = [...(moves ? [await moveToNewest(moves, by, run)] : []), says].join(' ');
  if (!isSetting() && by !== kept) await replaceKeys(DATA_DIR, kept, by);
  if (!isSetting()) return said;
  if (!isTold) run.remark('The settings name no log that is there: no history tells of this.');
  run.remark(`${said}\nGive every node this as IDENTITY_KEYS:`);
  return JSON.stringify(kept);
}

/**
 * The keys after a step, and what it means: in the file of the data directory; or to be put in the place of the setting. `moves` is
 * the kind of which all that is under another key is moved to the one that writes; `by` are the keys with which that is done,
 * where some are gone afterwards.
 */
type Replaced = {
  readonly kept: KeptKeys;
  readonly says: string;
  readonly moves?: Exclude<KeyKind, 'signing'> | undefined;
  readonly by?: KeptKeys;
};

/** A step, and the keys `before` it on which it was decided: where others are there by the time it is written, another was faster. */
async function replaced(
  order: string,
  kind: string | undefined,
  run: Run,
): Promise<Replaced & { readonly before: KeptKeys }> {
  const step = stepOf(order, kind, run);
  const before = await keptNow();
  return { before, ...(await step(before)) };
}

function stepOf(order: string, kind: string | undefined, run: Run): (kept: KeptKeys) => Promise<Replaced> {
  if (order === 'rotate' && (kind === undefined || kind === 'signing')) return rotate;
  const known = keyKinds.find((each) => each === kind);
  if (!known || (order === 'drop' && known !== 'wrapping')) throw new BadSetting(usage);
  switch (order) {
    case 'add':
      return (kept) => add(kept, known);
    case 'use':
      return (kept) => use(kept, known, run);
    case 'retire':
      return (kept) => retire(kept, known, run);
    case 'undo':
      return (kept) => undo(kept, known);
    case 'drop':
      return (kept) => drop(kept, run);
    default:
      throw new BadSetting(usage);
  }
}

/** @throws BadSetting when the one before last may have signed tokens that are still good. */
async function rotate(kept: KeptKeys): Promise<Replaced> {
  const free = new Date((await keysChangedAt()) + tokensEnd);
  if (kept.signing.length > 1 && free > new Date()) {
    throw new BadSetting(
      `the keys were replaced a moment ago, and tokens of before are still good: wait until ${free.toISOString()}`,
    );
  }
  const rotated = await withRotated(kept);
  const goes = `Tokens of the older one go on until they end, within ${tokenMinutes} minutes; then it may go: keys retire signing, or rotate again.`;
  if (!isSetting()) {
    return { kept: rotated, says: `A new key signs from now on; running nodes take it up within a second. ${goes}` };
  }
  const oneByOne =
    'A node that is not started again yet refuses what the new key has signed; where that must not be, use add, use and retire.';
  return { kept: rotated, says: `A new key signs from the next start on. ${goes} ${oneByOne}` };
}

/** When the file was written last, in ms since the Unix epoch; of a setting nobody knows. */
async function keysChangedAt(): Promise<number> {
  return isSetting() ? 0 : (await stat(keyFile(readConfig(process.env).DATA_DIR))).mtimeMs;
}

async function add(kept: KeptKeys, kind: KeyKind): Promise<Replaced> {
  const [writes, ...others] = standing(kept, kind);
  if (others.length > 0) {
    const next = mayRetire(kept, kind, writes)
      ? 'retire the older one first'
      : `say keys use ${kind}, or keys undo ${kind}`;
    throw new BadSetting(`there are two of ${kind} already: ${next}`);
  }
  const says = `A new one is read ${takenUp()}. Then: keys use ${kind}; or keys undo ${kind}`;
  return { kept: await withNew(kept, kind), says };
}

/** Said again, it takes that back. */
async function use(kept: KeptKeys, kind: KeyKind, run: Run): Promise<Replaced> {
  const [writes, other] = mustBeTwo(kept, kind);
  await untilNodes('reads', kind, other, run);
  const used = withOtherFirst(kept, kind);
  if (newer(kept, kind) === writes) {
    const next = `Then: keys use ${kind} once more, or keys undo ${kind}`;
    return { kept: used, says: `Taken back: the older one${called(other)} writes again ${takenUp()}. ${next}` };
  }
  const which = newer(kept, kind) ? 'newer' : 'other';
  return { kept: used, says: `The ${which} one${called(other)} writes ${takenUp()}. Then: keys retire ${kind}` };
}

/** Said again, it moves what was written late with a key that is retired already. */
async function retire(kept: KeptKeys, kind: KeyKind, run: Run): Promise<Replaced> {
  const [first, ...others] = standing(kept, kind);
  const isDone = first !== undefined && others.length === 0 && kept[kind].length > 1;
  if (isDone) {
    await untilNodes('writes', kind, first, run);
    return { kept, says: 'The older ones were retired before, and are read as before.', moves: moved(kind) };
  }
  const [writes, other] = mustBeTwo(kept, kind);
  if (!mayRetire(kept, kind, writes)) {
    throw new BadSetting(
      `the newer one of ${kind} does not write yet: say keys use ${kind} first, or keys undo ${kind}`,
    );
  }
  await untilNodes('writes', kind, writes, run);
  const says = `The ${newer(kept, kind) ? 'older' : 'other'} one${called(other)} ${goes(kind)}`;
  return { kept: withOthersRetired(kept, kind), says, moves: moved(kind) };
}

/** Takes back `add`, or `add` and `use`: the older one writes, and the newer one is retired. */
async function undo(kept: KeptKeys, kind: KeyKind): Promise<Replaced> {
  const both = mustBeTwo(kept, kind);
  const fresh = newer(kept, kind);
  const stays = both.find((key) => key !== fresh);
  if (!fresh || !stays) {
    const instead = `keys use ${kind} has the other one write, and keys retire ${kind} retires the one that does not`;
    throw new BadSetting(`which of the two of ${kind} is the newer one is not written down: ${instead}`);
  }
  const says = `The older one${called(stays)} writes ${takenUp()}. The newer one${called(fresh)} ${goes(kind)}`;
  return { kept: withOthersRetired(kept, kind, stays), says, moves: moved(kind) };
}

/** What is wrapped with a key that is gone nobody opens, be it in a backup or in bytes that are left on a disk. */
async function drop(kept: KeptKeys, run: Run): Promise<Replaced> {
  const [writes, other] = standing(kept, 'wrapping');
  if (!writes || other)
    throw new BadSetting('there are two of wrapping: say keys retire wrapping first, or keys undo wrapping');
  const left = withoutRetired(kept, new Date(Date.now() - retiredFor));
  if (!left)
    throw new BadSetting('none of wrapping was retired, or one within the last 24 hours: it may still be written with');
  await untilNodes('writes', 'wrapping', writes, run);
  const says =
    'Those that were retired are gone. Backups from before are opened with the keys in them, and by no others.';
  return { kept: left, says, moves: 'wrapping', by: kept };
}

/**
 * @throws BadSetting where there is no log, or its keys are not there: others would be made up in their place; and for those of another log.
 * Keys that are a setting need none.
 */
async function keptNow(): Promise<KeptKeys> {
  const config = readConfig(process.env);
  const { IDENTITY_KEYS, DATA_DIR } = config;
  if (IDENTITY_KEYS !== undefined) {
    const kept = keptIn(IDENTITY_KEYS, 'IDENTITY_KEYS');
    if (namesLog(config)) await withLog((store) => refuseOtherKeys(store, shopKeys(kept)));
    return kept;
  }
  const file = keyFile(DATA_DIR);
  return withLog(async (store, config) => {
    await refuseLostKeys(config, store);
    if (!existsSync(file)) throw new BadSetting(`there are no keys yet: ${file} is made when the shop is opened`);
    const kept = keptIn(await readFile(file, 'utf8'), file);
    await refuseOtherKeys(store, shopKeys(kept));
    return kept;
  });
}

const isSetting = () => readConfig(process.env).IDENTITY_KEYS !== undefined;
const moved = (kind: KeyKind) => (kind === 'signing' ? undefined : kind);

/** Of two that a release of before has made nobody knows which one is newer. */
const mayRetire = <Kind extends KeyKind>(kept: KeptKeys, kind: Kind, writes: KeptKeys[Kind][number] | undefined) =>
  (newer(kept, kind) ?? writes) === writes;

/** What a key is called, where it has a name. */
const called = (key: object) => ('id' in key ? ` (${key.id})` : '');

const takenUp = () =>
  isSetting()
    ? 'from the next start on'
    : 'at running nodes of this DATA_DIR within a second, and elsewhere once they have this file and were started again';

const goes = (kind: KeyKind) =>
  kind === 'signing'
    ? `is gone. Tokens are good for ${tokenMinutes} minutes, and renewed by themselves.`
    : 'is retired: it never writes again, and is read for what was written with it late.';

/** Of what signs this is not asked: a token that some node does not believe is renewed, and nothing is lost. */
async function untilNodes(to: 'reads' | 'writes', kind: KeyKind, key: object, run: Run): Promise<void> {
  if ('id' in key) await untilNodesHave({ key: `${kind}:${key.id}`, to }, run);
}

function mustBeTwo<Kind extends KeyKind>(kept: KeptKeys, kind: Kind) {
  const [writes, other, ...others] = standing(kept, kind);
  if (!writes || !other || others.length > 0) {
    throw new BadSetting(`there is one of ${kind} only: begin with keys add ${kind}`);
  }
  return [writes, other] as const;
}
