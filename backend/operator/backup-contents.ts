import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Refusal } from '../../modules/kernel/errors.ts';

/**
 * What of a data directory a restore needs, in the order in which it is copied: of the seals there must be none that the log
 * has not got. Who was forgotten (forgotten.jsonl) is in no backup, and what is made from the log neither.
 */
export const keptFiles = ['identity-keys.json', 'seal-key.json', 'seals.jsonl'] as const;
export const keptDatabases = ['sandbox.db', 'renewals.db', 'events.db'] as const;

const manifest = z.strictObject({
  backup: z.literal('inventory'),
  version: z.literal(1),
  /** When it was made: ISO 8601, UTC. */
  at: z.string(),
  /** The last position of the log that is in it. */
  position: z.string().regex(/^\d+$/),
  files: z.array(
    z.strictObject({
      name: z.enum([...keptFiles, ...keptDatabases]),
      bytes: z.int().nonnegative(),
      sha256: z.string().regex(/^[\da-f]{64}$/),
    }),
  ),
});
export type BackupManifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string) => join(folder, 'backup.json');

/** @throws Refusal for a folder that is no whole backup */
export async function manifestOf(folder: string): Promise<BackupManifest> {
  const file = manifestFile(folder);
  const read = existsSync(file) ? manifest.safeParse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  if (!read?.success) throw new Refusal(`${folder} is no backup, or not a whole one.`);
  for (const { name, sha256 } of read.data.files) {
    const isSame = existsSync(join(folder, name)) && (await sha256Of(join(folder, name))) === sha256;
    if (!isSame) throw new Refusal(`${name} in ${folder} is not what was backed up.`);
  }
  return read.data;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
