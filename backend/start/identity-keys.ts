import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import type { IdentityKeys } from '../../modules/identity/keys.ts';
import { syncDirectory } from '../runtime/sync-directory.ts';
import { BadSetting } from './config.ts';

const fileName = 'identity-keys.json';
const secretBytes = 32;

const kept = z.object({
  signingKey: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
  secret: z.base64url().refine((text) => Buffer.from(text, 'base64url').length === secretBytes, 'Not 32 bytes'),
});

/** The keys that the settings say, or else those of the data directory. */
export async function identityKeys(
  { IDENTITY_KEYS }: { readonly IDENTITY_KEYS?: string },
  dataDir: string,
): Promise<IdentityKeys> {
  return IDENTITY_KEYS === undefined ? loadOrCreateKeys(dataDir) : keysFrom(IDENTITY_KEYS, 'IDENTITY_KEYS');
}

/**
 * The keys of a data directory, made at the first start and the same ever after. The file is for its owner's eyes
 * only, and belongs in every backup: without it nobody can sign in to the account they have.
 * @throws BadSetting when the file is there but not whole; it is never replaced.
 */
export async function loadOrCreateKeys(dir: string): Promise<IdentityKeys> {
  const path = join(dir, fileName);
  const text = (await read(path)) ?? (await create(dir, path));
  return keysFrom(text, path);
}

/**
 * Keys as they are written down: the file's text, or a setting's.
 * @throws BadSetting that names where they came from, and says nothing of what they are.
 */
export function keysFrom(text: string, where: string): IdentityKeys {
  const { signingKey, secret } = parsed(text, where);
  return { signingKey, secret: Buffer.from(secret, 'base64url') };
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (reason) {
    if (hasCode(reason, 'ENOENT')) return undefined;
    throw reason;
  }
}

/** Written in full beside its place, then put there only if nothing is: of two that start at once, both use one's. */
async function create(dir: string, path: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(await newKeys());
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((reason: unknown) => {
      if (!hasCode(reason, 'EEXIST')) throw reason;
    });
  } finally {
    await rm(draft, { force: true });
  }
  syncDirectory(dir);
  return readFile(path, 'utf8');
}

/** Fresh keys, written down as one line of JSON would be. */
export async function newKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const secret = randomBytes(secretBytes).toString('base64url');
  return `${JSON.stringify({ signingKey: await exportJWK(privateKey), secret }, null, 2)}\n`;
}

/** What is wrong is said without saying what is in the file. */
function parsed(text: string, where: string): z.infer<typeof kept> {
  try {
    return kept.parse(JSON.parse(text));
  } catch {
    throw new BadSetting(`${where} is damaged. Put it back from a backup.`);
  }
}

function hasCode(reason: unknown, code: string): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === code;
}
