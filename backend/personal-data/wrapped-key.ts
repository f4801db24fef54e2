import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AccessRefused, DamagedStream } from '../../modules/kernel/errors.ts';

/** A secret that the keys of persons are wrapped with: 32 bytes, and a name for it. It lies nowhere near the log. */
export type WrappingKey = { readonly id: string; readonly key: Uint8Array };

/** A person's key as it is kept beside the log, and with which wrapping key it can be opened. */
export type WrappedKey = { readonly keyId: string; readonly wrappedWith: string; readonly wrapped: string };

const nonceBytes = 12;
const tagBytes = 16;

/**
 * What the key of a person was wrapped with is not there. To whoever asks it is as unavailable as a store that is away, but waiting
 * does not help: a start, and a command, say it in one line.
 */
export class UnknownWrappingKey extends AccessRefused {
  override name = 'UnknownWrappingKey';
  constructor(id: string) {
    super(
      `The key of a person is wrapped with ${id}, which is not under wrapping in identity-keys.json, or IDENTITY_KEYS, of this process. Put that one back there, from a backup of them, and start again.`,
    );
  }
}

/** What is kept of a person's key was altered: nothing of theirs is opened or sealed until it is put back. It is of nobody else. */
export class DamagedKey extends DamagedStream {
  override name = 'DamagedKey';
  constructor(uid: string) {
    super(`The key of ${uid}`, 'what is kept of it beside the log was altered.');
  }
}

/** @throws DamagedKey for a record that no shop has written */
export function wrappedKeyIn(record: string, uid: string): WrappedKey {
  try {
    const { keyId, wrappedWith, wrapped }: Partial<WrappedKey> = JSON.parse(record);
    if (keyId !== undefined && wrappedWith !== undefined && wrapped !== undefined)
      return { keyId, wrappedWith, wrapped };
  } catch (reason) {
    if (!(reason instanceof SyntaxError || reason instanceof TypeError)) throw reason;
  }
  throw new DamagedKey(uid);
}

/** Wraps a person's key (AES-256-GCM), bound to whose it is. */
export function wrap(key: Buffer, keyId: string, uid: string, { id, key: secret }: WrappingKey): WrappedKey {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(boundTo(keyId, uid));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    keyId,
    wrappedWith: id,
    wrapped: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'),
  };
}

/**
 * The person's key.
 * @throws UnknownWrappingKey when this process does not know what it was wrapped with; DamagedKey when it was altered.
 */
export function unwrap({ keyId, wrappedWith, wrapped }: WrappedKey, uid: string, known: readonly WrappingKey[]) {
  const wrapping = known.find(({ id }) => id === wrappedWith);
  // Never taken for a person who was erased: what is read as that is lost to the read models.
  if (!wrapping) throw new UnknownWrappingKey(wrappedWith);
  const bytes = Buffer.from(wrapped, 'base64');
  if (bytes.length <= nonceBytes + tagBytes) throw new DamagedKey(uid);
  const decipher = createDecipheriv('aes-256-gcm', wrapping.key, bytes.subarray(0, nonceBytes))
    .setAAD(boundTo(keyId, uid))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    throw new DamagedKey(uid);
  }
}

const boundTo = (keyId: string, uid: string) => Buffer.from(`${keyId} ${uid}`);
