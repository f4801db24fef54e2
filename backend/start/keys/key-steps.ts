import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { type KeptKeys, type KeyKind, secretBytes, signingKey } from './kept-keys.ts';

type Key<Kind extends KeyKind> = KeptKeys[Kind][number];

/** Fresh keys, one of each kind. */
export async function freshKeys(): Promise<KeptKeys> {
  const all = { secret: randomBytes(secretBytes).toString('base64url'), signing: [], wrapping: [], emails: [] };
  return withNew(await withNew(await withNew(all, 'signing'), 'wrapping'), 'emails');
}

/** Those of a kind that are not retired: the one that writes first, then the one that is to write, or did. */
export function standing<Kind extends KeyKind>(keys: KeptKeys, kind: Kind): Key<Kind>[] {
  const all: Key<Kind>[] = keys[kind];
  return all.filter((key) => !isRetired(key));
}

/** The newer of the two of a kind; undefined where a release of before has made them, which did not say when. */
export function newer<Kind extends KeyKind>(keys: KeptKeys, kind: Kind): Key<Kind> | undefined {
  const [writes, other] = standing(keys, kind);
  if (!writes || !other || writes.made === other.made) return undefined;
  return (other.made ?? '') > (writes.made ?? '') ? other : writes;
}

/** The keys with a new one of a kind, which is read and writes nothing yet. */
export async function withNew(keys: KeptKeys, kind: KeyKind): Promise<KeptKeys> {
  const made = laterThan(keys[kind]);
  if (kind === 'signing') {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    return { ...keys, signing: [...keys.signing, signingKey.parse({ ...(await exportJWK(privateKey)), made })] };
  }
  const id = randomBytes(4).toString('hex');
  const fresh = { id, secret: randomBytes(secretBytes).toString('base64url'), made };
  const retired = keys[kind].filter(isRetired);
  return { ...keys, [kind]: [...standing(keys, kind), fresh, ...retired] };
}

/** The keys with a new one that signs from now on; the one that did goes on being believed, and those before it no more. */
export async function withRotated(keys: KeptKeys): Promise<KeptKeys> {
  const added = await withNew(keys, 'signing');
  return { ...keys, signing: [...added.signing.slice(-1), ...keys.signing.slice(0, 1)] };
}

/** The keys with the other one of two writing from now on. */
export function withOtherFirst(keys: KeptKeys, kind: KeyKind): KeptKeys {
  const all: Key<KeyKind>[] = keys[kind];
  return { ...keys, [kind]: [...standing(keys, kind).toReversed(), ...all.filter(isRetired)] };
}

/**
 * The keys with one of a kind writing (left out, the one that does already), and the others retired. A key that has signed goes: its tokens end, and are renewed. Of
 * the other kinds none does here. No look can tell that nobody will write with it any more: a node may be stopped in the middle
 * of a write, or have keys of its own in which it is still the first.
 */
export function withOthersRetired<Kind extends KeyKind>(
  keys: KeptKeys,
  kind: Kind,
  stays: Key<Kind> | undefined = standing(keys, kind)[0],
): KeptKeys {
  if (!stays) throw new RangeError(`There is no key for ${kind}.`);
  if (kind === 'signing') return { ...keys, signing: keys.signing.filter((key) => key === stays) };
  const retired = new Date().toISOString();
  const others = keys[kind].filter((key) => key !== stays);
  return { ...keys, [kind]: [stays, ...others.map((key) => (isRetired(key) ? key : { ...key, retired }))] };
}

/** The keys without those that persons' keys were wrapped with before; undefined where there are none, or one is retired since. */
export function withoutRetired(keys: KeptKeys, since: Date): KeptKeys | undefined {
  const retired = keys.wrapping.filter(isRetired);
  if (retired.length === 0 || retired.some((key) => Date.parse(key.retired ?? '') > since.getTime())) return undefined;
  return { ...keys, wrapping: standing(keys, 'wrapping') };
}

/** Now, and later than any of these was made: a clock may have been put back. */
function laterThan(keys: readonly { readonly made?: string | undefined }[]): string {
  const last = Math.max(...keys.map(({ made }) => (made ? Date.parse(made) : 0)), 0);
  return new Date(Math.max(Date.now(), last + 1)).toISOString();
}

const isRetired = (key: object) => 'retired' in key && key.retired !== undefined;
