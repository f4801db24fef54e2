import { currencyOf } from '../../../../modules/kernel/values/currencies.ts';
import {
  decimalOf,
  formatMoney,
  isExact as isExactMoney,
  moneyOf,
  nearestMoney,
} from '../../../../modules/kernel/values/money.ts';

/**
 * Price times quantity, reckoned in minor units: 0.1 x 3 is 0.3, not 0.30000000000000004. Undefined where it is too large to be exact: what
 * is typed may be any number, and the shop refuses such a price.
 */
export function priceOf(perPrice: number, quantity: number, currency: string): number | undefined {
  const amount = moneyOf(perPrice, currency).amount * quantity;
  return isExactMoney({ amount, currency }) ? decimalOf({ amount, currency }) : undefined;
}

/** What is said of a quantity whose price is. */
export const tooDear = 'So many cost too much to be ordered';

/** Whether a price is small enough to be exact. Any other cannot be ordered. */
export function isExact(price: number, currency: string): boolean {
  return isExactMoney(nearestMoney(price, currency));
}

/** A price of the wire as a person reads it: $1,234.50. */
export function formatPrice(price: number, currency: string): string {
  return formatMoney(nearestMoney(price, currency));
}

/** A price as somebody would type it, with all the places that can be charged: 20.50. */
export function typedPrice(price: number, currency: string): string {
  const { places, step } = currencyOf(currency);
  return price.toFixed(places - Math.log10(step));
}

/** What is left of a price, reckoned in minor units: 0.3 - 0.1 is 0.2, not 0.19999999999999998. */
export function leftOf(price: number, taken: number, currency: string): number {
  const { amount } = nearestMoney(price, currency);
  return decimalOf({ amount: Math.max(0, amount - nearestMoney(taken, currency).amount), currency });
}

/** Prices together, reckoned in minor units. */
export function sumOf(prices: readonly number[], currency: string): number {
  return decimalOf({ amount: prices.reduce((sum, price) => sum + nearestMoney(price, currency).amount, 0), currency });
}
