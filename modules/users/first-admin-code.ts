import { createHmac } from 'node:crypto';

/** Crockford's base 32: nothing that is read for something else. https://www.crockford.com/base32.html */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 12;

/**
 * What whoever can see the shop's terminal proves that by: 60 bits, the same at every node of a shop and after every start, since
 * it is worked out of the shop's secret. Nothing stores it.
 */
export function firstAdminCode(secret: Uint8Array): string {
  const bytes = createHmac('sha256', secret).update('first admin').digest();
  const code = Array.from(bytes.subarray(0, length), (byte) => letters[byte & 31]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** As it is compared: however it was typed. */
export const plainCode = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
