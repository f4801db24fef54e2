import { hkdfSync, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import type { IdentityKeys } from '../../modules/identity/keys.ts';
import type { WrappingKey } from '../personal-data/wrapped-key.ts';
import { BadSetting } from './config.ts';

const secretBytes = 32;

const secret = z
  .base64url()
  .refine((text) => Buffer.from(text, 'base64url').length === secretBytes, `Not ${secretBytes} bytes`);
const named = z.object({ id: z.string().regex(/^\w+$/), secret });
const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** Keys as they are written down. Of each kind the first one writes; those after it are still read. */
const kept = z.object({
  secret,
  signing: z.array(signingKey).min(1),
  wrapping: z.array(named).min(1),
  emails: z.array(named).min(1),
});
export type KeptKeys = z.infer<typeof kept>;

/** As they were written down when there was one of each kind, two of them made from the secret. */
const keptBefore = z.object({ signingKey, secret });

/** The kinds of keys that can be replaced. */
export const keyKinds = ['signing', 'wrapping', 'emails'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Everything that the shop keeps secret. */
export type ShopKeys = IdentityKeys & {
  /** What the keys of persons are wrapped with: the first wraps, any of them unwraps. */
  readonly wrapping: readonly WrappingKey[];
};

/** Fresh keys, one of each kind. */
export async function freshKeys(): Promise<KeptKeys> {
  const all = { secret: randomBytes(secretBytes).toString('base64url'), signing: [], wrapping: [], emails: [] };
  return withNew(await withNew(await withNew(all, 'signing'), 'wrapping'), 'emails');
}

/** The keys with a new one of a kind, which is read and writes nothing yet. */
export async function withNew(keys: KeptKeys, kind: KeyKind): Promise<KeptKeys> {
  if (kind === 'signing') {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    return { ...keys, signing: [...keys.signing, signingKey.parse(await exportJWK(privateKey))] };
  }
  const fresh = { id: randomBytes(4).toString('hex'), secret: randomBytes(secretBytes).toString('base64url') };
  return { ...keys, [kind]: [...keys[kind], fresh] };
}

/** The keys with a new one that signs from now on; the one that did goes on being believed, and those before it no more. */
export async function withRotated(keys: KeptKeys): Promise<KeptKeys> {
  const { signing } = withNewestFirst(await withNew(keys, 'signing'), 'signing');
  return { ...keys, signing: signing.slice(0, 2) };
}

/** The keys with the newest of a kind writing from now on. */
export function withNewestFirst(keys: KeptKeys, kind: KeyKind): KeptKeys {
  const all: unknown[] = keys[kind];
  return { ...keys, [kind]: [...all.slice(-1), ...all.slice(0, -1)] };
}

/** The keys with none of a kind but the one that writes. */
export function withFirstOnly(keys: KeptKeys, kind: KeyKind): KeptKeys {
  return { ...keys, [kind]: keys[kind].slice(0, 1) };
}

/**
 * Keys as they are written down: the file's text, or a setting's.
 * @throws BadSetting that names where they came from, and says nothing of what they are.
 */
export function keptIn(text: string, where: string): KeptKeys {
  try {
    const written: unknown = JSON.parse(text);
    const before = keptBefore.safeParse(written);
    return before.success ? broughtUpToDate(before.data) : kept.parse(written);
  } catch {
    throw new BadSetting(`${where} is damaged. Put it back from a backup.`);
  }
}

/** The keys as they are used. */
export function shopKeys(keys: KeptKeys): ShopKeys {
  return {
    secret: bytesOf(keys.secret),
    signing: keys.signing,
    wrapping: keys.wrapping.map(({ id, secret: key }) => ({ id, key: bytesOf(key) })),
    emails: keys.emails.map(({ secret: key }) => bytesOf(key)),
  };
}

/** Without this, a secret of the old form would do several things, and none of them could be replaced. */
function broughtUpToDate(before: z.infer<typeof keptBefore>): KeptKeys {
  const madeFor = (purpose: string) => {
    const made = hkdfSync('sha256', bytesOf(before.secret), '', `inventory ${purpose}`, secretBytes);
    return [{ id: 'first', secret: Buffer.from(made).toString('base64url') }];
  };
  return {
    secret: before.secret,
    signing: [before.signingKey],
    wrapping: madeFor('wrapping'),
    emails: madeFor('emails'),
  };
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
