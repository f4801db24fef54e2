import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Invalid } from '../errors.ts';
import { currencyCodes, currencyOf } from './currencies.ts';
import { decimalOf, formatMoney, moneyOf, nearestMoney, sameMoney, sumOf, times } from './money.ts';

/** Amounts of every currency, in what it can be charged in. */
const monies = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(...currencyCodes))
  .map(([steps, currency]) => ({
    amount: steps * currencyOf(currency).step,
    currency,
  }));
const amounts = fc.integer({ min: 0, max: 100_000_000_000 });

function decimalDigits(amount: number, places: number): string {
  const digits = `${amount}`.padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

describe('money', () => {
  it('is counted in minor units', () => {
    expect(moneyOf(19.99, 'usd')).toEqual({ amount: 1999, currency: 'usd' });
    expect(moneyOf(1500, 'jpy')).toEqual({ amount: 1500, currency: 'jpy' });
    expect(moneyOf(1.23, 'kwd')).toEqual({ amount: 1230, currency: 'kwd' });
  });

  it('is exact where decimal numbers are not', () => {
    expect(moneyOf(0.1 + 0.2, 'usd')).toEqual({ amount: 30, currency: 'usd' });
    expect(moneyOf(1.005 * 1000, 'usd')).toEqual({ amount: 100_500, currency: 'usd' });
    expect(decimalOf(times(moneyOf(0.07, 'usd'), 3))).toBe(0.21);
  });

  it('is the same amount after the way over the wire and back', () =>
    fc.assert(
      fc.property(monies, (money) => {
        const { currency } = money;
        expect(moneyOf(decimalOf(money), currency)).toEqual(money);
        expect(moneyOf(JSON.parse(JSON.stringify(decimalOf(money))), currency)).toEqual(money);
      }),
    ));

  it('is the same amount after the way over the wire and back however large it is, or is refused', () =>
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencyCodes), (number, currency) => {
        const { step } = currencyOf(currency);
        const money = { amount: Math.floor(Math.abs(number) / step) * step, currency };
        try {
          expect(times(money, 1)).toEqual(money);
        } catch (reason) {
          expect(reason).toBeInstanceOf(Invalid);
          return;
        }
        expect(moneyOf(decimalOf(money), currency)).toEqual(money);
      }),
      { numRuns: 2_000 },
    ));

  it('of so many is the sum of as many', () =>
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000 }), (amount, quantity) => {
        expect(times({ amount, currency: 'usd' }, quantity).amount).toBe(amount * quantity);
      }),
    ));

  it('is refused with more places than the currency has', () => {
    expect(() => moneyOf(19.999, 'usd')).toThrow(Invalid);
    expect(() => moneyOf(1.5, 'jpy')).toThrow(Invalid);
    expect(() => moneyOf(9_999_999.994, 'usd')).toThrow(Invalid);
  });

  it('is not nothing when it is next to nothing', () => {
    for (const [tiny, currency] of [
      [1e-9, 'usd'],
      [1e-8, 'kwd'],
      [1e-7, 'jpy'],
      [Number.MIN_VALUE, 'usd'],
    ] as const)
      expect(() => moneyOf(tiny, currency), `${tiny}`).toThrow(/decimal places/);
    expect(moneyOf(0, 'usd')).toEqual({ amount: 0, currency: 'usd' });
  });

  it.each([
    [19.999, 'usd', 'A price in USD has at most 2 decimal places.'],
    [1.5, 'jpy', 'A price in JPY has no decimal places.'],
    [-0.01, 'usd', 'A price cannot be negative.'],
    [1e300, 'usd', 'A price in USD is at most 22,517,998,136,852.'],
    [36_000_000_000_000.02, 'usd', 'A price in USD is at most 22,517,998,136,852.'],
    [Number.NaN, 'usd', 'A price is a number.'],
  ])('says of %d in %s what is wrong, in words', (decimal, currency, message) => {
    expect(() => moneyOf(decimal, currency)).toThrow(message);
  });

  it('is refused when it is negative, no number, or too large to be exact', () => {
    for (const wrong of [-0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
      expect(() => moneyOf(wrong, 'usd')).toThrow(Invalid);
    }
  });

  it('of so many is refused when it is too large to be exact', () => {
    expect(() => times({ amount: 100_000_000_000, currency: 'usd' }, 1_000_000)).toThrow(Invalid);
  });

  it('of all together is refused when it is too large to be exact', () => {
    const [much, yen] = [
      { amount: 2 ** 50, currency: 'usd' },
      { amount: 2 ** 52, currency: 'jpy' },
    ];
    expect(sumOf([])).toEqual({ amount: 0, currency: '' });
    expect(sumOf([much, much])).toEqual({ amount: 2 ** 51, currency: 'usd' });
    expect(() => sumOf([much, much, { amount: 1, currency: 'usd' }])).toThrow(Invalid);
    expect(sumOf([yen, { ...yen, amount: yen.amount - 1 }]).amount).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => sumOf([yen, yen])).toThrow(Invalid);
  });

  it('is read as it was, where it was taken before so much was refused', () => {
    expect(decimalOf({ amount: 2 ** 52, currency: 'usd' })).toBe(45_035_996_273_704.96);
    expect(nearestMoney(45_035_996_273_704.96, 'usd').amount).toBe(2 ** 52);
  });

  it('is the same only in the same currency', () => {
    expect(sameMoney({ amount: 1, currency: 'usd' }, { amount: 1, currency: 'usd' })).toBe(true);
    expect(sameMoney({ amount: 1, currency: 'usd' }, { amount: 1, currency: 'eur' })).toBe(false);
    expect(sameMoney({ amount: 1, currency: 'usd' }, { amount: 2, currency: 'usd' })).toBe(false);
  });

  it('is charged in the minor units of the payment provider, whatever the runtime takes them for', () => {
    const charged = (decimal: number, currency: string) => moneyOf(decimal, currency).amount;
    expect(charged(5_000, 'huf')).toBe(500_000);
    for (const code of ['afn', 'all', 'cop', 'idr', 'isk', 'lak', 'lbp', 'mmk', 'pkr', 'sos', 'std', 'ugx', 'yer']) {
      expect(charged(5_000, code), code).toBe(500_000);
    }
    expect(charged(5_000, 'jpy')).toBe(5_000);
    expect(charged(5, 'kwd')).toBe(5_000);
    expect(currencyCodes).toHaveLength(140);
  });

  it('is refused in parts that cannot be charged', () => {
    expect(() => moneyOf(5.5, 'isk')).toThrow('A price in ISK has no decimal places.');
    expect(() => moneyOf(5.5, 'ugx')).toThrow('A price in UGX has no decimal places.');
    expect(() => moneyOf(5.124, 'kwd')).toThrow('A price in KWD has at most 2 decimal places.');
    expect(() => moneyOf(1, 'dollars')).toThrow(Invalid);
    expect(() => moneyOf(1, 'irr')).toThrow(Invalid);
  });

  it('is written as people write it', () => {
    const written = (amount: number, currency: string) => formatMoney({ amount, currency }).replaceAll('\u00a0', ' ');
    expect(written(199_900, 'usd')).toBe('$1,999.00');
    expect(written(500_000, 'huf')).toBe('HUF 5,000');
    expect(written(500_050, 'huf')).toBe('HUF 5,000.50');
    expect(written(5_000, 'jpy')).toBe('¥5,000');
    expect(written(5_120, 'kwd')).toBe('KWD 5.120');
  });

  it('is written as the formatter of English writes it', () => {
    const anyAmount = fc.oneof(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(anyAmount, fc.constantFrom(...currencyCodes), (amount, currency) => {
        const { places, isWrittenWhole } = currencyOf(currency);
        const digits = isWrittenWhole && amount % 10 ** places === 0 ? 0 : places;
        const style = { style: 'currency', currency, minimumFractionDigits: digits } as const;
        const formatter = new Intl.NumberFormat('en-US', { ...style, maximumFractionDigits: digits });
        // In its exact decimal digits: a number of so many would be rounded first.
        const exact = `${amount < 0 ? '-' : ''}${decimalDigits(Math.abs(amount), places)}` as `${number}`;
        expect(formatMoney({ amount, currency })).toBe(formatter.format(exact));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any currency is near a price that was thought of in another', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.constantFrom(...currencyCodes),
        (price, currency) => {
          const money = nearestMoney(price, currency);
          expect(moneyOf(decimalOf(money), currency)).toEqual(money);
        },
      ),
    ));
});
