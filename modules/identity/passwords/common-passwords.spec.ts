import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('common passwords', () => {
  it.each([
    '123456',
    'password',
    'Password',
    'LetMeIn',
    'cobra',
    'P@ssw0rd',
    '1LOVEY0U',
    'm0nk3y',
    '$un$h1ne',
    '!l0v3y0u',
  ])('include %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it('are all that zxcvbn lists', async () => {
    const listed = dictionary['passwords-common'];
    expect(listed.length).toBeGreaterThan(49_000);
    const found = await Promise.all(listed.map(isCommonPassword));
    expect(listed.filter((_, at) => !found[at])).toEqual([]);
  });

  it.each(['', 'password of mine', 'p@ssw0rd!?', 'inventory', 'a good one', '🔑🔑🔑🔑🔑🔑'])(
    'do not include %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('are told apart at once, however many ways a password can be read', async () => {
    await isCommonPassword('once');
    const { user: before } = process.cpuUsage();
    for (const letters of ['1', '6', '#', '1!|', '<6#917'])
      await isCommonPassword(letters.repeat(256 / letters.length));
    // In microseconds of the process; every way that is doubled by each letter would take for ever.
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  });
});
