import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Refusal } from '../../../modules/kernel/errors.ts';
import { isThere } from '../../runtime/files/is-there.ts';

/**
 * What of a data directory a restore needs. These are copied before the log: of the seals there must be none that it has not got.
 * Who was forgotten (forgotten.jsonl) is in no backup, and what is made from the log neither.
 */
export const sealFiles = ['seal-key.json', 'seals.jsonl'] as const;
/** Copied after the log: a key that came meanwhile may have written what is in it. */
export const identityFile = 'identity-keys.json';
export const keptFiles = [...sealFiles, identityFile] as const;
const logFile = 'events.db';
/**
 * In the order in which they are copied: the provider may know more than the log, as one elsewhere does, and never less; but than a log
 * that is elsewhere, which is backed up after all of this.
 */
export const keptDatabases = ['renewals.db', logFile, 'sandbox.db'] as const;

const manifest = z.strictObject({
  backup: z.literal('inventory'),
  version: z.literal(1),
  /** When it was made: ISO 8601, UTC. */
  at: z.string(),
  /** The last position of the log that is in it; or, where the log is elsewhere, that it had when the rest was copied. */
  position: z.string().regex(/^\d+$/),
  /** The log is in a server of its own, which backs it up by its own means; left out where it is among the files. */
  log: z.literal('elsewhere').optional(),
  files: z.array(
    z.strictObject({
      name: z.enum([...keptFiles, ...keptDatabases]),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[\da-f]{64}$/),
    }),
  ),
});
export type BackupManifest = z.infer<typeof manifest>;

/** The databases of a data directory that has the log, or whose log is elsewhere: what lies there then is of another shop. */
export const databasesBeside = (log: BackupManifest['log']) =>
  keptDatabases.filter((name) => log === undefined || name !== logFile);

export const manifestFile = (folder: string) => join(folder, 'backup.json');

/** What may end it, and what is told how many bytes have been looked through. */
export type Watching = { readonly signal: AbortSignal; readonly reached: (bytes: number, of: number) => void };

/** @throws Refusal for a folder that is no whole backup */
export async function manifestOf(folder: string, { signal, reached }: Watching): Promise<BackupManifest> {
  const file = manifestFile(folder);
  const read = isThere(file) ? manifest.safeParse(parsed(readFileSync(file, 'utf8'))) : undefined;
  if (!read?.success) throw new Refusal(`${folder} is no backup, or not a whole one.`);
  const of = read.data.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { name, sha256, bytes } of read.data.files) {
    const file = join(folder, name);
    const looked = (seen: number) => reached(before + seen, of);
    const isSame = isThere(file) && (await sha256Of(file, { signal, looked })) === sha256;
    if (!isSame) throw new Refusal(`${name} in ${folder} is not what was backed up.`);
    before += bytes;
  }
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Has a file outlast a power cut. */
export function synced(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @param watching.looked told how many bytes have been looked through */
export async function sha256Of(
  file: string,
  { signal, looked }: { readonly signal: AbortSignal; readonly looked: (bytes: number) => void },
): Promise<string> {
  const hash = createHash('sha256');
  const bytes = createReadStream(file);
  bytes.on('data', () => looked(bytes.bytesRead));
  await pipeline(bytes, hash, { signal });
  return hash.digest('hex');
}
