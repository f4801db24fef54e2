import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { emailAddress, emailInQuery, pageQuery, phone, pieces, price, text } from './wire.ts';

const complaint = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('what the wire says is wrong', () => {
  it('with a text is that it is missing, too long, or holds what cannot be stored', () => {
    const name = text(5, 'Name is Required');
    expect(complaint(name, 'Mina')).toBeUndefined();
    for (const missing of [undefined, null, '', '  ']) expect(complaint(name, missing)).toBe('Name is Required');
    for (const unseen of ['\u200b', '\u202e\u202c', '\u2800', '\u3164', '\u0007', '\ufe0f', '\u00ad \u2060']) {
      expect(complaint(name, unseen), JSON.stringify(unseen)).toBe('Name is Required');
    }
    for (const seen of ['李', '🔧', '👩‍🔧', '.', 'ع\u200c']) expect(complaint(name, seen), seen).toBeUndefined();
    expect(complaint(name, 'Minerva')).toBe('Must not be longer than 5 characters');
    for (const wrong of [7, true, ['Mina'], {}]) expect(complaint(name, wrong)).toBe('Must be text');
    expect(complaint(name, 'M\u0000')).toBe('Must not contain NUL');
    for (const half of ['\ud800', 'M\udc00', '\ude00\ud83d']) {
      expect(complaint(name, half)).toBe('Must not contain half a character');
    }
    expect(complaint(name, '\ud83d\ude00')).toBeUndefined();
  });

  it('with an email is that it is none, or too long', () => {
    expect(complaint(emailAddress, ' Mina@Example.com ')).toBeUndefined();
    for (const wrong of ['mina', 7, undefined, null])
      expect(complaint(emailAddress, wrong)).toBe('Not an email address');
    expect(complaint(emailAddress, `${'m'.repeat(250)}@example.com`)).toBe('Must not be longer than 254 characters');
  });

  it('with an email in a query is the same, but not that a + of it was read as a space', () => {
    expect(emailInQuery.parse(' Mina+Tools+2@Example.com ')).toBe('mina+tools+2@example.com');
    expect(emailInQuery.parse(' Mina Tools 2@Example.com ')).toBe('mina+tools+2@example.com');
    for (const wrong of ['mina', 'mina @', 7, undefined]) {
      expect(complaint(emailInQuery, wrong)).toBe('Not an email address');
    }
  });

  it('with a phone is that it is none, wherever it is', () => {
    const right = [
      '+880 1711-123456',
      '(020) 7946 0958',
      '030/123 45.67',
      '999',
      ' 112 ',
      '+৮৮০ ১৭১১',
      '+49\u00a030\u00a01',
    ];
    for (const number of right) expect(complaint(phone, number), number).toBeUndefined();
    for (const missing of [' ', undefined, null]) expect(complaint(phone, missing)).toBe('Required');
    expect(complaint(phone, 123)).toBe('Must be text');
    for (const wrong of ['abc', '12', '+-()./', '+1 555 CALL', '123\n456', '1'.repeat(3).concat('x')]) {
      expect(complaint(phone, wrong), wrong).toMatch(/^A phone number is digits/);
    }
    expect(complaint(phone, '1'.repeat(41))).toBe('Must not be longer than 40 characters');
  });

  it('with a price is that there is none, or that it is negative', () => {
    expect(complaint(price, 0)).toBeUndefined();
    for (const missing of [undefined, null, '']) {
      expect(complaint(price, missing)).toBe('Say a price; 0 means that it costs nothing');
    }
    for (const wrong of ['1', Number.POSITIVE_INFINITY]) expect(complaint(price, wrong)).toBe('A price is a number');
    expect(complaint(price, -1)).toBe('A price cannot be negative');
    expect(complaint(price, '1.000')).toBe('It could be 1000 or 1: write the one you mean');
  });

  it('with a limit is said in words', () => {
    expect(complaint(pageQuery, { limit: '1000' })).toBeUndefined();
    for (const wrong of ['0', '1001', '1.5', 'all', '', '0x10', '1e1', ' 5', '9'.repeat(30)]) {
      const said = pageQuery.safeParse({ limit: wrong }).error?.issues.map(({ message }) => message);
      expect(said, wrong).toEqual(['Must be a whole number from 1 to 1000']);
    }
  });

  it('with a number of pieces is that it is too large before it is that it is no whole one', () => {
    const count = pieces(1, 'Must be at least 1');
    expect(complaint(count, 1_000_000_000)).toBeUndefined();
    for (const most of [1_000_000_001, 1e20]) {
      expect(complaint(count, most)).toBe('Must be at most 1,000,000,000');
    }
    for (const none of [1.5, '2', null]) expect(complaint(count, none)).toBe('Must be a whole number');
    expect(complaint(count, '2,500')).toBe('It could be 2500 or 2.5: write the one you mean');
    expect(complaint(count, 0)).toBe('Must be at least 1');
  });
});
