import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('common passwords', () => {
  it.each(['123456', 'password', 'Password', 'letmein', 'cobra'])('include %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it('are a thousand, the most frequent first', async () => {
    const ranked = dictionary['passwords-common'];
    const found = await Promise.all(ranked.slice(0, 2_000).map(isCommonPassword));
    expect(found.lastIndexOf(true)).toBe(999);
    expect(found.indexOf(false)).toBe(1_000);
  });

  it('do not include the one of the demo', async () => {
    expect(await isCommonPassword('inventory')).toBe(false);
  });
});
