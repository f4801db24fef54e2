import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { Refusal } from '../../../modules/kernel/errors.ts';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { realPath } from '../../runtime/files/real-path.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { isDamage } from '../../runtime/sqlite/sqlite-fault.ts';
import { type AuditedLog, openAuditedFile } from '../../seals/audited-log.ts';
import { knownSealKeys, refuseLostSealKey } from '../../seals/seal-keys.ts';
import { keyFile } from '../../start/keys/identity-keys.ts';
import { keptIn } from '../../start/keys/kept-keys.ts';
import { refuseLostKeys } from '../../start/keys/keys-of-the-log.ts';
import { refuseHalfImport } from '../../start/preflight/half-done.ts';
import { BadSetting, type Config, readConfig } from '../../start/settings/config.ts';
import { openDataDir } from '../../start/stores/stores.ts';
import { withoutRoomFor } from '../arguments/file-fault.ts';
import { mustHaveLog, withAuditedLog, withLog } from '../log/with-log.ts';
import {
  type BackupManifest,
  databasesBeside,
  identityFile,
  keptFiles,
  manifestFile,
  sealFiles,
  sha256Of,
  synced,
  type Watching,
} from './backup-contents.ts';
import { wrongWith } from './check-database.ts';

/** Pages: more than any database has. */
const inOneStep = 2 ** 31 - 1;

/**
 * Copies all that a restore needs while the shop runs: each database as it is at one moment (SQLite's online backup, in one
 * step, which no append waits for and which need not begin anew when one is made; an erasure is whole once it is over). The folder is there when it is whole. Where
 * EventStoreDB has the log, that is no part of it.
 * @throws BadSetting when there is such a folder already, or it is in DATA_DIR, or there is no log, or half of one, or a file of keys is
 *   missing or damaged without which it could not be opened; Refusal when a database is damaged, or there is no room, or a key went meanwhile. No folder is there then. Unavailable when
 *   EventStoreDB is away
 */
export async function backup(to: string, { signal, reached }: Watching): Promise<BackupManifest> {
  const folder = resolve(to); // Without a slash at the end, or the draft would be made in the folder.
  const config = readConfig(process.env);
  const log = config.EVENT_STORE === undefined ? undefined : 'elsewhere';
  const databases = databasesBeside(log);
  mustHaveLog(config);
  refuseInDataDir(folder, config);
  if (lstatSync(folder, { throwIfNoEntry: false })) throw new BadSetting(`${folder} is there already`);
  const dataDir = openDataDir(config);
  await withAuditedLog((log) => refuseLostFiles(config, log));
  const draft = `${folder}.${randomBytes(4).toString('hex')}.unfinished`;
  makeFolder(draft, 0o700);
  const drop = () => rmSync(draft, { recursive: true, force: true });
  // Also where a signal ends the process in the midst of a copy, which nothing breaks off: there are keys in it.
  process.once('exit', drop);
  try {
    const at = new Date().toISOString();
    const files: BackupManifest['files'] = [];
    const sizes = [...keptFiles, ...databases].map((name) => join(dataDir, name));
    const of = sizes.filter((file) => existsSync(file)).reduce((sum, file) => sum + statSync(file).size, 0);
    let done = 0;
    const add = async (name: BackupManifest['files'][number]['name'], copy: (to: string) => void | Promise<void>) => {
      signal.throwIfAborted();
      if (!existsSync(join(dataDir, name))) return;
      const to = join(draft, name);
      await copy(to);
      const bytes = statSync(to).size;
      const looked = (seen: number) => reached(done + seen, Math.max(of, done + seen));
      files.push({ name, bytes, sha256: await sha256Of(to, { signal, looked }) });
      done += bytes;
    };
    const addFile = (name: (typeof keptFiles)[number]) =>
      add(name, (to) => {
        copyFileSync(join(dataDir, name), to);
        synced(to);
      });
    const before = secretsIn(dataDir, config);
    for (const name of sealFiles) await addFile(name);
    for (const name of databases) {
      await add(name, async (to) => {
        await copied(join(dataDir, name), to);
        const wrong = await wrongWith(to, { signal });
        if (wrong) throw damaged(join(dataDir, name), wrong);
      });
    }
    await addFile(identityFile);
    const after = secretsIn(draft, config);
    if ([...before].some((secret) => !after.has(secret))) {
      throw new Refusal(
        `A key is gone from ${keyFile(dataDir)} that the copied log may need. Please say backup again.`,
      );
    }
    const position = `${await (log ? withLog((store) => store.head()) : headIn(draft, config))}`;
    const manifest: BackupManifest = { backup: 'inventory', version: 1, at, position, ...(log && { log }), files };
    writeFileSync(manifestFile(draft), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    syncDirectory(draft);
    renameSync(draft, folder);
    syncDirectory(dirname(folder));
    return manifest;
  } catch (reason) {
    throw withoutRoomFor(folder, reason);
  } finally {
    process.off('exit', drop);
    drop();
  }
}

/** Whoever loses DATA_DIR, or empties it for a restore, would lose the backup, too. @throws BadSetting for a folder in it */
function refuseInDataDir(folder: string, { DATA_DIR }: Config): void {
  if (!`${realPath(folder)}${sep}`.startsWith(`${realPath(resolve(DATA_DIR))}${sep}`)) return;
  throw new BadSetting(`${folder} is in DATA_DIR, and would be lost with it: name a folder elsewhere.`);
}

/** What opens a log, in the file of keys of a folder. One that signs tokens opens nothing. */
function secretsIn(folder: string, { IDENTITY_KEYS }: Config): ReadonlySet<string> {
  const file = keyFile(folder);
  if (IDENTITY_KEYS !== undefined || !existsSync(file)) return new Set();
  const { secret, wrapping, emails } = keptIn(readFileSync(file, 'utf8'), file);
  return new Set([secret, ...[...wrapping, ...emails].map((key) => key.secret)]);
}

/** @throws BadSetting for a log whose keys are neither there nor set, and for a file of keys that holds none */
async function refuseLostFiles(config: Config, log: AuditedLog): Promise<void> {
  await refuseLostKeys(config, log);
  await refuseLostSealKey(config, log);
  knownSealKeys(config);
  const file = keyFile(config.DATA_DIR);
  if (config.IDENTITY_KEYS === undefined && existsSync(file)) keptIn(readFileSync(file, 'utf8'), file);
}

/** How far a copied log goes. @throws BadSetting for half of one, or one that was begun or sealed since its keys were looked for */
async function headIn(folder: string, config: Config): Promise<bigint> {
  const log = openAuditedFile(join(folder, 'events.db'));
  try {
    await refuseHalfImport(log);
    await refuseLostFiles({ ...config, DATA_DIR: folder }, log);
    return await log.head();
  } finally {
    log.close();
  }
}

/**
 * @throws Refusal for what is no database, or the beginning of one, of which SQLite copies nothing; and where the disk of the database has no room for what its
 * readers share: that is not the disk of its copy
 */
function lookedAt(database: DatabaseSync, file: string): void {
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch (reason) {
    throw isDamage(reason) ? damaged(file, reason.message) : withoutRoomFor(file, reason);
  }
}

const damaged = (file: string, why: string) => new Refusal(`${file} is damaged (${why}): no backup is made of it.`);

async function copied(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    lookedAt(source, from);
    await copyDatabase(source, to, { rate: inOneStep });
  } finally {
    source.close();
  }
  // A file by itself: nothing of it lies in another one beside it. Nobody else has it open, so that it takes no shared memory,
  // which is a file, too.
  const made = new DatabaseSync(to);
  try {
    made.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE');
  } finally {
    made.close();
  }
}
