import { decimalOf, formatMoney, moneyOf, nearestMoney, times } from '../../../modules/kernel/money.ts';

/** Price times quantity, reckoned in minor units: 0.1 x 3 is 0.3, not 0.30000000000000004. */
export function priceOf(perPrice: number, quantity: number, currency: string): number {
  return decimalOf(times(moneyOf(perPrice, currency), quantity));
}

/** A price of the wire as a person reads it: $1,234.50. */
export function formatPrice(price: number, currency: string): string {
  return formatMoney(moneyOf(price, currency));
}

/** What came less what went, which may be negative, in the nearest that can be charged: -$5.00. */
export function formatBalance(balance: number, currency: string): string {
  const { amount } = nearestMoney(Math.abs(balance), currency);
  return formatMoney({ amount: balance < 0 ? -amount : amount, currency });
}

/** The same for the scale of a chart, where the room is small and the bars say the rest: $1.1M, -$550K, $2.5. */
export function formatRoughly(balance: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact' }).format(balance);
}

/** What is left of a price, reckoned in minor units: 0.3 - 0.1 is 0.2, not 0.19999999999999998. */
export function leftOf(price: number, taken: number, currency: string): number {
  const { amount } = moneyOf(price, currency);
  return decimalOf({ amount: Math.max(0, amount - moneyOf(taken, currency).amount), currency });
}

/** Prices together, reckoned in minor units. */
export function sumOf(prices: readonly number[], currency: string): number {
  return decimalOf({ amount: prices.reduce((sum, price) => sum + moneyOf(price, currency).amount, 0), currency });
}
