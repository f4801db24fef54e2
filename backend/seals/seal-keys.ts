import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrMade } from '../start/keys/key-file.ts';
import { BadSetting, type Config } from '../start/settings/config.ts';
import type { AuditedLog } from './audited-log.ts';
import { wasSealed } from './last-sealed.ts';
import type { SealKey } from './seal.ts';

const privateJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() });
const publicJwk = privateJwk.omit({ d: true });
/** The first signs; those after it signed before, and are still believed: of these the public half is enough. */
const kept = z.union([privateJwk.transform((key) => [key]), z.tuple([privateJwk]).rest(publicJwk)]);

/** What signs, and by which public keys a seal may be signed to be one of this shop's. */
export type SealKeys = { readonly signing: SealKey; readonly believed: readonly string[] };

type Settings = Pick<Config, 'SEAL_KEY' | 'DATA_DIR'>;

const sealKeyFile = (dir: string) => join(dir, 'seal-key.json');

/** A fresh key, as the setting or the file has it. */
export function freshSealKey(): string {
  return JSON.stringify(privateJwk.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })));
}

/**
 * The key that the settings say, or else that of the data directory, where it is made at the first need.
 * @throws BadSetting when it is there but is none, or is not there any more; it is never replaced.
 */
export async function sealKeysOf(settings: Settings, log: Pick<AuditedLog, 'records' | 'seals'>): Promise<SealKeys> {
  const { SEAL_KEY, DATA_DIR } = settings;
  if (SEAL_KEY !== undefined) return keysIn(SEAL_KEY, 'SEAL_KEY');
  await refuseLostSealKey(settings, log);
  const path = sealKeyFile(DATA_DIR);
  return keysIn(await readOrMade(path, () => `${freshSealKey()}\n`), path);
}

/**
 * Refuses to go on where the key is lost that a log was sealed with: seals by one made anew in its place would be taken for
 * somebody else's.
 * @throws BadSetting that names the file. A key that is a setting lies in none.
 */
export async function refuseLostSealKey(
  { SEAL_KEY, DATA_DIR }: Settings,
  log: Pick<AuditedLog, 'records' | 'seals'>,
): Promise<void> {
  const file = sealKeyFile(DATA_DIR);
  if (SEAL_KEY !== undefined || existsSync(file) || !(await wasSealed(log))) return;
  // Looked for again: whoever has sealed it meanwhile has made it before.
  if (existsSync(file)) return;
  throw new BadSetting(
    `${file} is missing, and this log was sealed with it. Put it back from a backup, or set SEAL_KEY to what it said.`,
  );
}

/** The same for whoever only looks: undefined where there is none. */
export function knownSealKeys({ SEAL_KEY, DATA_DIR }: Settings): SealKeys | undefined {
  if (SEAL_KEY !== undefined) return keysIn(SEAL_KEY, 'SEAL_KEY');
  const path = sealKeyFile(DATA_DIR);
  return existsSync(path) ? keysIn(readFileSync(path, 'utf8'), path) : undefined;
}

function keysIn(text: string, where: string): SealKeys {
  try {
    const [first, ...before] = kept.parse(JSON.parse(text));
    if (!first) throw new RangeError('There is no key.');
    const { kty, crv, x, d } = first;
    const privateKey = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
    return { signing: { publicKey: x, privateKey }, believed: [x, ...before.map((key) => key.x)] };
  } catch {
    throw new BadSetting(
      where === 'SEAL_KEY'
        ? 'SEAL_KEY is no key to seal with. Make one with: npm run operator -- audit key'
        : `${where} is no key to seal with: it is damaged. Put it back from a backup, or set SEAL_KEY to what it said.`,
    );
  }
}
