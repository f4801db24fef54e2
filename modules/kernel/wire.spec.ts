import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { emailAddress, limit, text } from './wire.ts';

const complaint = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('what the wire says is wrong', () => {
  it('with a text is that it is missing, too long, or holds what cannot be stored', () => {
    const name = text(5, 'Name is Required');
    expect(complaint(name, 'Mina')).toBeUndefined();
    for (const missing of [undefined, '', '  ', 7]) expect(complaint(name, missing)).toBe('Name is Required');
    expect(complaint(name, 'Minerva')).toBe('Must not be longer than 5 characters');
    expect(complaint(name, 'M\u0000')).toBe('Must not contain NUL');
  });

  it('with an email is that it is none, or too long', () => {
    expect(complaint(emailAddress, ' Mina@Example.com ')).toBeUndefined();
    expect(complaint(emailAddress, 'mina')).toBe('Not an email address');
    expect(complaint(emailAddress, `${'m'.repeat(250)}@example.com`)).toBe('Must not be longer than 254 characters');
  });

  it('with a limit is said in words', () => {
    expect(complaint(limit, '200')).toBeUndefined();
    for (const wrong of ['0', '201', '1.5', 'all']) {
      expect(complaint(limit, wrong)).toBe('Must be a whole number from 1 to 200');
    }
  });
});
