import { describe, expect, it } from 'vitest';
import { cardIn, groupedNumber, problemOf, spacedExpiry } from './card-number.ts';

describe('what is typed into a card field', () => {
  it('is grouped as it stands on the card', () => {
    expect(groupedNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupedNumber('4242-42')).toBe('4242 42');
    expect(groupedNumber('4'.repeat(30))).toHaveLength(23);
  });

  it('becomes a month and a year', () => {
    expect(spacedExpiry('1230')).toBe('12 / 30');
    expect(spacedExpiry('430')).toBe('04 / 30');
    expect(spacedExpiry('12')).toBe('12');
  });
});

describe('a card', () => {
  const problem = (number: string, expiry: string, cvc: string) => problemOf(cardIn(number, expiry, cvc))?.code;

  it('is fit to be sent when all is there', () =>
    expect(problem('4242 4242 4242 4242', '12 / 30', '123')).toBe(undefined));

  it.each([
    ['4242', '12 / 30', '123', 'incomplete_number'],
    ['4242 4242 4242 4241', '12 / 30', '123', 'invalid_number'],
    ['4242 4242 4242 4242', '12', '123', 'incomplete_expiry'],
    ['4242 4242 4242 4242', '13 / 30', '123', 'invalid_expiry_month'],
    ['4242 4242 4242 4242', '12 / 30', '12', 'incomplete_cvc'],
  ])('%s, %s, %s is not: %s', (number, expiry, cvc, code) => expect(problem(number, expiry, cvc)).toBe(code));

  it('has its parts', () =>
    expect(cardIn('4242 4242 4242 4242', '12 / 30', '123')).toEqual({
      number: '4242424242424242',
      expMonth: '12',
      expYear: '2030',
      cvc: '123',
    }));
});
