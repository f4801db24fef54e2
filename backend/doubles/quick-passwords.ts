import { createHash } from 'node:crypto';
import type { Passwords } from '../../modules/identity/passwords/password.ts';

/**
 * Passwords whose hash takes no time. Argon2 takes a tenth of a second on purpose, and every test of a whole shop signs
 * people up; what the real ones promise is shown in password.spec.ts.
 */
export const quickPasswords: Passwords = {
  hash: async (password) => quickHash(password),
  verify: async (passwordHash, password) => passwordHash === quickHash(password),
};

function quickHash(password: string): string {
  return `quick:${createHash('sha256').update(password.normalize('NFKC')).digest('base64')}`;
}
