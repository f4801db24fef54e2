import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../modules/kernel/encoding/canonical-json.ts';

/** What stands for the log up to a position: anybody who has it can tell later whether that part is still what it was. */
export type Seal = {
  /** How many seals there were before it. */
  readonly number: number;
  /** Of the last event that is sealed, in the log that it was made of; a decimal string. */
  readonly position: string;
  /** How many events are sealed, from the first on. */
  readonly size: number;
  /** Of the Merkle tree over these, hex. */
  readonly root: string;
  /** The hash of the event of the seal before, hex; null for the first: so none can be left out or put in between. */
  readonly previous: string | null;
  /** When it was made: ISO 8601, UTC. */
  readonly at: string;
  /** The public key that it is signed by: Ed25519, as base64url. */
  readonly key: string;
  /** Over the canonical JSON (RFC 8785) of all of the above, as base64url. */
  readonly signature: string;
};

/** The key that seals are signed with. */
export type SealKey = { readonly publicKey: string; readonly privateKey: KeyObject };

export function signed(unsigned: Omit<Seal, 'key' | 'signature'>, { publicKey, privateKey }: SealKey): Seal {
  const content = { ...unsigned, key: publicKey };
  return { ...content, signature: sign(null, bytesOf(content), privateKey).toString('base64url') };
}

/** Whether it was signed by the key that it names; whose that is, is not said. */
export function isSigned({ signature, ...content }: Seal): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: content.key }, format: 'jwk' });
    return verify(null, bytesOf(content), key, Buffer.from(signature, 'base64url'));
  } catch {
    // Not a key at all.
    return false;
  }
}

const bytesOf = (content: object) => Buffer.from(canonicalJson(content));
