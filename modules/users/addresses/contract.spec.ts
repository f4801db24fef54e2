import { describe, expect, it } from 'vitest';
import { bookingForm } from '../../booking/contract.ts';
import { countries, countryNamed, locationOf, nameOfCountry } from '../address-words/contract.ts';
import { address } from './contract.ts';

const whole = { street: '12 Mirpur Road', postcode: '1216', city: 'Dhaka', country: 'BD', phone: '+880 1' };

describe('an address as the one text of an order', () => {
  it.each([
    [whole, '12 Mirpur Road, Dhaka 1216, Bangladesh'],
    [{ ...whole, postcode: undefined }, '12 Mirpur Road, Dhaka, Bangladesh'],
    [{ street: ' 12 Mirpur Road ' }, '12 Mirpur Road'],
    [{ city: 'Dhaka', country: 'Bangl' }, 'Dhaka, Bangl'],
    [{}, ''],
  ])('says what is known: %j', (known, text) => expect(locationOf(known)).toBe(text));

  it('is short enough to be ordered with, however long its parts are', () => {
    const longest = countries().toSorted((a, b) => b.name.length - a.name.length)[0];
    const parts = {
      street: 's'.repeat(160),
      city: 'c'.repeat(80),
      postcode: 'p'.repeat(16),
      country: longest?.code ?? '',
    };
    expect(address.safeParse({ ...parts, phone: '123' }).success).toBe(true);
    expect(bookingForm.safeParse({ location: locationOf(parts), phone: '123' }).success).toBe(true);
  });
});

describe('countries', () => {
  it('are those of today, each once, without unions and the unknown', () => {
    const codes = countries().map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['BD', 'DE', 'US', 'CI', 'XK']));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(countries().map(({ name }) => name)).size).toBe(codes.length);
    for (const none of ['EU', 'ZZ', 'DD', 'UK', 'xx', 'bd', '']) expect(nameOfCountry(none)).toBeUndefined();
  });

  it.each([
    ['Bangladesh', 'BD'],
    [' bangladesh ', 'BD'],
    ["cote d'ivoire", 'CI'],
    ['bd', 'BD'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('are known as people write them: %j', (written, code) => expect(countryNamed(written)).toBe(code));
});

describe('what can be saved as an address', () => {
  it('needs no postcode, and takes an empty one for none', () => {
    expect(address.parse({ ...whole, postcode: ' ' })).toEqual({ ...whole, postcode: undefined });
  });

  it.each([
    ['street', ''],
    ['city', ' '],
    ['country', 'Bangladesh'],
    ['country', 'ZZ'],
    ['phone', 'call me'],
    ['postcode', '1'.repeat(17)],
  ])('has no %s like %j', (field, value) => {
    expect(address.safeParse({ ...whole, [field]: value }).error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
