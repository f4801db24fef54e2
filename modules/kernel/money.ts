import { Invalid } from './errors.ts';

/** An amount in whole minor units (cents, say) of one currency. Never a fraction, never a float. */
export type Money = { readonly amount: number; readonly currency: string };

const knownDecimals = new Map<string, number>();

/**
 * How many decimal places a currency has, by ISO 4217 as the runtime's Intl knows it.
 * @throws Invalid for what is no currency code.
 */
export function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
    knownDecimals.set(currency, decimals); // A shop has one currency, and asks for every price.
    return decimals;
  } catch {
    throw new Invalid(`'${currency}' is not a currency.`);
  }
}

/**
 * Money from the decimal number of the wire, 19.99 in usd being 1999 cents.
 * @throws Invalid when the number has more places than the currency, is negative, or too large to be exact; the message
 * is for people.
 */
export function moneyOf(decimal: number, currency: string): Money {
  if (Number.isNaN(decimal)) throw new Invalid('A price is a number.');
  if (decimal < 0) throw new Invalid('A price cannot be negative.');
  const places = decimalsOf(currency);
  const factor = 10 ** places;
  const amount = Math.round(decimal * factor);
  // The dust of decimal fractions in binary, which grows with the number, and nothing that somebody meant.
  const exact = Math.abs(decimal * factor - amount) <= Math.max(1e-6, amount * 2 ** -50);
  if (!Number.isSafeInteger(amount)) {
    const most = Math.floor(Number.MAX_SAFE_INTEGER / factor).toLocaleString('en-US');
    throw new Invalid(`A price in ${currency.toUpperCase()} is at most ${most}.`);
  }
  if (!exact) {
    const most = places === 0 ? 'no' : `at most ${places}`;
    throw new Invalid(`A price in ${currency.toUpperCase()} has ${most} decimal places.`);
  }
  return { amount, currency };
}

/**
 * Money from a field of what somebody sent.
 * @throws Invalid that names the field.
 */
export function moneyAt(path: string, decimal: number, currency: string): Money {
  try {
    return moneyOf(decimal, currency);
  } catch (reason) {
    if (!(reason instanceof Invalid)) throw reason;
    throw new Invalid('Some fields are not right.', [{ path, message: reason.message }]);
  }
}

/** The decimal number of the wire, exact to the currency's places. */
export function decimalOf({ amount, currency }: Money): number {
  const places = decimalsOf(currency);
  return Number((amount / 10 ** places).toFixed(places));
}

/**
 * So many of the same price.
 * @throws Invalid when it is too large to be exact.
 */
export function times({ amount, currency }: Money, quantity: number): Money {
  const total = amount * quantity;
  if (!Number.isSafeInteger(total)) throw new Invalid(`The price of ${quantity} is too large.`);
  return { amount: total, currency };
}

/** The same amount of the same currency. */
export function sameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

/** As a person reads it: $19.99. */
export function formatMoney(money: Money): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: money.currency }).format(decimalOf(money));
}
