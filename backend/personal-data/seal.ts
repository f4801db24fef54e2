import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import type { SubjectKey } from './subject-keys.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Random bytes for nonces to come, each used once: asking the system for each alone takes a third as long as the sealing. */
const nonces = Buffer.alloc(256 * nonceBytes);
let usedUp = nonces.length;

function nextNonce(): Buffer {
  if (usedUp === nonces.length) {
    randomFillSync(nonces);
    usedUp = 0;
  }
  usedUp += nonceBytes;
  return nonces.subarray(usedUp - nonceBytes, usedUp);
}

/** What personal fields become in the store: the fields' values as one text, AES-256-GCM, bound to where they belong. */
export function seal(values: Record<string, unknown>, { id, key }: SubjectKey, belongsTo: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo));
  // All of it comes with the update: what is left for the end is the tag.
  const sealed = cipher.update(JSON.stringify(values), 'utf8');
  cipher.final();
  return `${id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
}

/**
 * The values again; undefined when another key sealed them, which is what is left of a person who was erased.
 * @throws TypeError when the text was altered, or belongs elsewhere.
 */
export function unseal(text: string, key: SubjectKey, belongsTo: string): Record<string, unknown> | undefined {
  const values = unsealedText(text, key, belongsTo);
  return values === undefined ? undefined : JSON.parse(values);
}

/** The same as the text of JSON that was sealed. */
export function unsealedText(text: string, { id, key }: SubjectKey, belongsTo: string): string | undefined {
  const dot = text.indexOf('.');
  if (text.slice(0, dot) !== id) return undefined;
  const bytes = Buffer.from(text.slice(dot + 1), 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(belongsTo))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    // All of it comes with the update: what is left for the end is to check that nothing was altered.
    const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    decipher.final();
    return opened.toString('utf8');
  } catch (cause) {
    throw new TypeError('What is sealed was altered, or belongs elsewhere.', { cause });
  }
}
