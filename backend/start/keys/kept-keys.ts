import { hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { IdentityKeys } from '../../../modules/identity/keys.ts';
import type { WrappingKey } from '../../personal-data/wrapped-key.ts';
import { BadSetting } from '../settings/config.ts';

/** How long a secret is. */
export const secretBytes = 32;

const secret = z
  .base64url()
  .refine((text) => Buffer.from(text, 'base64url').length === secretBytes, `Not ${secretBytes} bytes`);
/** When the key was made: which of two is the newer one. ISO 8601, UTC; left out by releases that did not write it down. */
const made = z.iso.datetime().optional();
/** `retired`: since when it is only read, for what was written with it late, and is never to write again. */
const named = z.object({ id: z.string().regex(/^\w+$/), secret, made, retired: z.iso.datetime().optional() });
export const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  made,
});

/** Keys as they are written down. Of each kind the first one writes; those after it are still read, retired or not. */
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
  /** What the keys of `emails` are called, in their order. */
  readonly emailIds: readonly string[];
};

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
    signing: keys.signing.map(({ made: _, ...key }) => key),
    wrapping: keys.wrapping.map(({ id, secret: key }) => ({ id, key: bytesOf(key) })),
    emails: keys.emails.map(({ secret: key }) => bytesOf(key)),
    emailIds: keys.emails.map(({ id }) => id),
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
