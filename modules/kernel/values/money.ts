import { Invalid, wrongFields } from '../errors.ts';
import { currencyOf } from './currencies.ts';
import { inDigits } from './in-words.ts';

/** An amount in whole minor units (cents, say) of one currency. Never a fraction, never a float. */
export type Money = { readonly amount: number; readonly currency: string };

/**
 * The most minor units that a decimal number is exact for: it has 53 bits, and dividing and multiplying each round by less than a
 * quarter of a minor unit up to here. Without this, a price as the shop says it would lead back to another one.
 */
const most = (places: number) => (places === 0 ? Number.MAX_SAFE_INTEGER : 2 ** 51);

/** Whether money is small enough for a decimal number to lead back to it. */
export function isExact({ amount, currency }: Money): boolean {
  return amount <= most(currencyOf(currency).places);
}

/**
 * Money from the decimal number of the wire, 19.99 in usd being 1999 cents.
 * @param what it is called where it is refused
 * @throws Invalid when the number has more places than can be charged, is negative, or too large to be exact, and for a
 * currency that is not known; the message is for people.
 */
export function moneyOf(decimal: number, currency: string, what = 'A price'): Money {
  if (Number.isNaN(decimal)) throw new Invalid(`${what} is a number.`);
  if (decimal < 0) throw new Invalid(`${what} cannot be negative.`);
  const { places, step } = currencyOf(currency);
  const factor = 10 ** places;
  const amount = Math.round(decimal * factor);
  // The dust of decimal fractions in binary, which grows with the number, and nothing that somebody meant. Of 0 there is none: without
  // this a price of a billionth would be taken for one that costs nothing.
  const dust = amount === 0 ? 0 : Math.max(1e-6, amount * 2 ** -50);
  const exact = Math.abs(decimal * factor - amount) <= dust;
  if (amount > most(places)) {
    throw new Invalid(
      `${what} in ${currency.toUpperCase()} is at most ${inDigits(Math.floor(most(places) / factor))}.`,
    );
  }
  if (!exact || amount % step !== 0) {
    const allowed = places - Math.log10(step);
    const several = allowed === 0 ? 'no' : `at most ${allowed}`;
    throw new Invalid(`${what} in ${currency.toUpperCase()} has ${several} decimal places.`);
  }
  return { amount, currency };
}

/**
 * Money next to a decimal number, in what can be charged: of demo prices, which are thought of in one currency only, and of what was
 * charged before, however much that is.
 */
export function nearestMoney(decimal: number, currency: string): Money {
  const { places, step } = currencyOf(currency);
  return { amount: Math.round((decimal * 10 ** places) / step) * step, currency };
}

/**
 * Money from a field of what somebody sent.
 * @throws Invalid that names the field.
 */
export function moneyAt(path: string, decimal: number, currency: string, what?: string): Money {
  try {
    return moneyOf(decimal, currency, what);
  } catch (reason) {
    if (!(reason instanceof Invalid)) throw reason;
    throw wrongFields([{ path, message: reason.message }]);
  }
}

/** The decimal number of the wire, exact to the currency's places. */
export function decimalOf({ amount, currency }: Money): number {
  const { places } = currencyOf(currency);
  return Number((amount / 10 ** places).toFixed(places));
}

/**
 * So many of the same price.
 * @throws Invalid when it is too large to be exact.
 */
export function times({ amount, currency }: Money, quantity: number): Money {
  const price = { amount: amount * quantity, currency };
  if (!isExact(price)) throw new Invalid(`The price of ${quantity} is too large.`);
  return price;
}

/**
 * All of it together; there is one currency in a shop.
 * @throws Invalid when it is too large to be exact.
 */
export function sumOf(prices: readonly Money[]): Money {
  const [first] = prices;
  if (!first) return { amount: 0, currency: '' };
  const { currency } = first;
  const all = { amount: prices.reduce((sum, price) => sum + price.amount, 0), currency };
  if (!isExact(all)) throw new Invalid('The price of all of it together is too large.');
  return all;
}

/** The same amount of the same currency. */
export function sameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

/** As a person reads it: $19.99; HUF 5,000, though it is charged as 500000. */
export function formatMoney({ currency, amount }: Money): string {
  const { places, isWrittenWhole } = currencyOf(currency);
  const positive = Math.abs(amount);
  const rest = positive % 10 ** places;
  const whole = inDigits((positive - rest) / 10 ** places);
  const decimals = places === 0 || (isWrittenWhole && rest === 0) ? '' : `.${`${rest}`.padStart(places, '0')}`;
  return `${amount < 0 ? '-' : ''}${signOf(currency)}${whole}${decimals}`;
}

/** Of each currency, what stands before an amount. Those of most shops are known without the formatter (in-words.ts). */
const signs: Record<string, string> = { eur: '€', gbp: '£', usd: '$' };

function signOf(currency: string): string {
  signs[currency] ??= (0).toLocaleString('en-US', { style: 'currency', currency }).replace(/[\d.]+$/, '');
  return signs[currency];
}
