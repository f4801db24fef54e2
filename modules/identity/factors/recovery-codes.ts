import { createHmac } from 'node:crypto';
import { digest } from '../../kernel/encoding/derived.ts';

/** Base32 as Crockford has it: nothing in it is taken for something else. Five bits a character. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const howMany = 10;
/** 120 bits: more than can be guessed from a digest (ASVS 5, 6.5.2), so that no slow hash is needed. */
const length = 24;
const groups = /.{6}(?=.)/g;

/**
 * Recovery codes: the same command of the same person has the same ones, and nobody can work them out without the secret.
 * @param secret of the shop
 */
export function recoveryCodes(secret: Uint8Array, uid: string, commandId: string): string[] {
  return Array.from({ length: howMany }, (_, place) => {
    const bytes = createHmac('sha256', secret)
      .update(digest('recovery code', uid, commandId, `${place}`))
      .digest();
    const code = Array.from({ length }, (_, at) => alphabet[(bytes[at] ?? 0) % alphabet.length]).join('');
    return code.replaceAll(groups, '$&-');
  });
}

/** What is kept of a recovery code, however it was typed. */
export function recoveryDigest(uid: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return digest('recovery code', uid, plain);
}
