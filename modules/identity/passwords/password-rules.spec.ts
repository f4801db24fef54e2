import { describe, expect, it } from 'vitest';
import { Invalid } from '../../kernel/errors.ts';
import { PasswordRules } from './password-rules.ts';

const mina = { name: 'Mina Rahman', email: 'mina.r@example.com' };
const rules = new PasswordRules({ minimum: 6 });
const said = (password: string) => rules.check({ ...mina, password }).then(() => 'yes', String);

describe('a password that is set', () => {
  it.each(['a good one', 'horse-horse-horse', 'abcabd', 'inventory', 'mina r', '密码密码安全锁'])(
    'may be %s',
    async (password) => {
      expect(await said(password)).toBe('yes');
    },
  );

  it.each([
    ['12345', /Must be 6 characters long or longer/],
    ['aaaaaa', /again and again/],
    ['AaAaAaA', /again and again/],
    ['111111111', /again and again/],
    ['abcabcabc', /again and again/],
    ['abcdabcdab', /again and again/],
    ['🔑🔑🔑🔑🔑🔑', /again and again/],
    ['      ', /again and again/],
    ['\u00a0\t \u2003\u00a0\t', /again and again/],
    ['a     ', /again and again/],
    [' \t aaaa', /again and again/],
    [' abcabc ', /again and again/],
    ['password ', /too common/],
    [' P@ssw0rd', /too common/],
    ['P@ssw0rd', /too common/],
    ['Password', /too common/],
    ['xpcrew', /too common/],
    ['mina rahman', /your name or your email/],
    ['Mina.R', /your name or your email/],
    [' MINA.R@example.com ', /your name or your email/],
  ])('must not be %s', async (password, words) => {
    expect(await said(password)).toMatch(words);
  });

  it('is refused under its field', async () => {
    const refusal = rules.check({ ...mina, password: 'aaaaaa' }, 'newPassword');
    await expect(refusal).rejects.toThrow(Invalid);
    await expect(refusal).rejects.toMatchObject({ errors: [{ path: 'newPassword' }] });
  });

  it('has as many characters as the shop wants', async () => {
    const strict = new PasswordRules({ minimum: 12 });
    await expect(strict.check({ ...mina, password: 'a good one' })).rejects.toThrow(
      'Must be 12 characters long or longer',
    );
    await strict.check({ ...mina, password: 'a much better one' });
    // As schemas and forms count: a character is one, however many units of UTF-16 it takes.
    await expect(strict.check({ ...mina, password: '🔑🪛🔩🔧🪚🔨' })).rejects.toThrow(
      'Must be 12 characters long or longer',
    );
    await strict.check({ ...mina, password: '🔑🪛🔩🔧🪚🔨'.repeat(2).concat('🧰') });
  });
});
