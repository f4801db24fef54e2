import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { BadSetting, type Config } from '../settings/config.ts';
import { keyFile } from './identity-keys.ts';

/** The record beside the log that tells the keys it was begun with from all others. They cannot be worked out from it. */
export const keysOfTheLog = 'identity-keys';

type Keys = { readonly secret: Uint8Array };

/**
 * Refuses the keys of another shop. With those nobody would be known: whoever has an account could not sign in, and their
 * email would be free for somebody else.
 * @throws BadSetting when the log was begun with others.
 */
export async function refuseOtherKeys({ records }: Pick<EventStore, 'records'>, { secret }: Keys): Promise<void> {
  const begunWith = await records.get(keysOfTheLog);
  if (begunWith && begunWith.value !== markOf(secret)) {
    throw new BadSetting('identity-keys.json, or IDENTITY_KEYS, is not what this log was begun with. Put that back.');
  }
}

/**
 * Refuses to go on where the file of keys is lost that a log was begun with: keys made anew in its place open nothing of it.
 * @throws BadSetting that names the file. Keys that are a setting lie in none.
 */
export async function refuseLostKeys(
  { IDENTITY_KEYS, DATA_DIR }: Pick<Config, 'IDENTITY_KEYS' | 'DATA_DIR'>,
  { records }: { readonly records: Pick<EventStore['records'], 'get'> },
): Promise<void> {
  const file = keyFile(DATA_DIR);
  if (IDENTITY_KEYS !== undefined || existsSync(file) || !(await records.get(keysOfTheLog))) return;
  // Looked for again: a shop that has begun the log meanwhile has made it before.
  if (existsSync(file)) return;
  throw new BadSetting(
    `${file} is missing, and this log was begun with it. Put it back from a backup, or set IDENTITY_KEYS to what it said.`,
  );
}

/**
 * Writes down at the first start which keys the log is begun with; refuses any others from then on.
 * @param save for keys that are in no file yet: they are saved before the log is begun with them
 */
export async function beginWithKeys(
  store: Pick<EventStore, 'records'>,
  keys: Keys,
  save?: (() => Promise<void>) | undefined,
): Promise<void> {
  await save?.();
  await refuseOtherKeys(store, keys);
  if (await store.records.get(keysOfTheLog)) return;
  try {
    await store.records.put(keysOfTheLog, markOf(keys.secret), 'none');
  } catch (reason) {
    // Another node has begun at the same moment.
    if (!(reason instanceof WrongExpectedRevision)) throw reason;
    await refuseOtherKeys(store, keys);
  }
}

/** Of `secret`, which is never replaced, and brings the other keys with it. */
const markOf = (secret: Uint8Array) => createHmac('sha256', secret).update('inventory keys of the log').digest('hex');
