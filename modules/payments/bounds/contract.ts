import { mostLines } from '../../cart/bounds/contract.ts';
import type { Money } from '../../kernel/values/money.ts';

/** How many orders one intent pays at most: those of one cart, which are paid together. */
export const mostOrders = mostLines;

/**
 * In how many payments an order may be, one after the other: whoever chooses others to pay together begins another. Each is an intent at the
 * provider, and stays in the order's history, which is read whole where a key is said again.
 */
export const mostPayments = 100;

/** Least charge in minor units, where it is not 50 (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const leasts: Readonly<Record<string, number>> = {
  aed: 200,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};

/** Most digits of an amount, where it is not eight (the same page). Without these, a million rupiah, which is some 60 dollars, would be too much. */
const mostDigits: Readonly<Record<string, number>> = { cop: 10, idr: 12, inr: 9 };

/** The least and the most that the payment provider charges at once, however it is paid. */
export function chargeBounds(currency: string): { readonly least: Money; readonly most: Money } {
  const most = 10 ** (mostDigits[currency] ?? 8) - 1;
  return { least: { amount: leasts[currency] ?? 50, currency }, most: { amount: most, currency } };
}

/** Which of the bounds a sum is beyond that is to be paid at once. What costs nothing is never charged. */
export function beyondBounds({ amount, currency }: Money): 'least' | 'most' | undefined {
  const { least, most } = chargeBounds(currency);
  if (amount > most.amount) return 'most';
  return amount > 0 && amount < least.amount ? 'least' : undefined;
}

/** How a call's problem says that the provider does not charge so much, or so little, at once. */
export const amountNotCharged = '/problems/amount-not-charged';
