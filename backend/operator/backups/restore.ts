import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../../modules/kernel/errors.ts';
import { isThere } from '../../runtime/files/is-there.ts';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { giveAway, makeForOwner, ownerOfData } from '../../runtime/files/owner-of-data.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { restoreUnderWay } from '../../start/preflight/half-done.ts';
import { refuseNoDataDir } from '../../start/preflight/no-data-dir.ts';
import { BadSetting, readConfig } from '../../start/settings/config.ts';
import { withoutRoomFor } from '../arguments/file-fault.ts';
import { type BackupManifest, keptDatabases, keptFiles, manifestOf, synced, type Watching } from './backup-contents.ts';

/** What may be in an empty data directory: whoever was forgotten stays so, whatever backup is put back. */
const remains = 'forgotten.jsonl';

/**
 * Puts a backup into an empty data directory. Until it is whole no shop opens there; said again, it begins anew.
 * @param recorded writes into the log that is there then who put it back; before that it is not whole
 * @throws Refusal for what is no whole backup; BadSetting when the data directory is none or not empty, or the settings have the log
 * elsewhere than the backup: nothing is written then. Refusal, too, where the disk has no room
 */
export async function restore(
  folder: string,
  watching: Watching,
  recorded: (manifest: BackupManifest) => Promise<void>,
): Promise<BackupManifest> {
  const { DATA_DIR, EVENT_STORE } = readConfig(process.env);
  const manifest = await manifestOf(folder, watching);
  if (manifest.log === undefined && EVENT_STORE !== undefined) {
    throw new BadSetting('EVENT_STORE is set, and this backup holds the log: restore it without, and say copy then');
  }
  if (manifest.log === 'elsewhere' && EVENT_STORE === undefined) {
    throw new BadSetting('EVENT_STORE is not set, and the log of this backup is elsewhere: in EventStoreDB');
  }
  refuseNoDataDir(DATA_DIR);
  const mark = restoreUnderWay(DATA_DIR);
  const there = isThere(DATA_DIR) ? readdirSync(DATA_DIR).filter((name) => name !== remains) : [];
  if (there.length > 0 && !isThere(mark)) throw new BadSetting(`DATA_DIR is not empty: ${DATA_DIR}`);
  const own = `${manifest.at} ${randomUUID()}`;
  try {
    await putBack(folder, manifest, watching.signal, { DATA_DIR, mark, own });
  } catch (reason) {
    throw withoutRoomFor(DATA_DIR, reason);
  }
  mustBeOwn(mark, own);
  await recorded(manifest);
  mustBeOwn(mark, own);
  rmSync(mark);
  syncDirectory(DATA_DIR);
  return manifest;
}

async function putBack(
  folder: string,
  manifest: BackupManifest,
  signal: AbortSignal,
  { DATA_DIR, mark, own }: { readonly DATA_DIR: string; readonly mark: string; readonly own: string },
): Promise<void> {
  makeFolder(DATA_DIR, 0o700);
  makeForOwner(mark);
  writeFileSync(mark, own, { flush: true, mode: 0o600 });
  syncDirectory(DATA_DIR);
  // What a restore that was broken off has left, which may have been of another backup, and what was written beside its databases:
  // that would be taken for this one's.
  for (const name of [...keptFiles, ...keptDatabases]) {
    for (const each of ['', '-wal', '-shm']) rmSync(join(DATA_DIR, `${name}${each}`), { force: true });
  }
  const owner = ownerOfData(DATA_DIR);
  for (const { name } of manifest.files) {
    signal.throwIfAborted();
    mustBeOwn(mark, own);
    const to = join(DATA_DIR, name);
    await copyFile(join(folder, name), to);
    giveAway(to, owner);
    chmodSync(to, 0o600); // Wherever the backup has been: keys are for their owner's eyes only.
    synced(to);
  }
  syncDirectory(DATA_DIR);
}

/** @throws Refusal where another restore has begun here since, which took away what this one had put there */
function mustBeOwn(mark: string, own: string): void {
  if (isThere(mark) && readFileSync(mark, 'utf8') === own) return;
  throw new Refusal('Another restore has begun here since: this one was given up.');
}
