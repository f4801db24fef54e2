import type { Money } from '../../kernel/money.ts';

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

/** The least and the most that the payment provider charges at once; of amounts it takes eight digits. */
export function chargeBounds(currency: string): { readonly least: Money; readonly most: Money } {
  return { least: { amount: leasts[currency] ?? 50, currency }, most: { amount: 99_999_999, currency } };
}

/** Which of the bounds a sum is beyond that is to be paid at once. What costs nothing is never charged. */
export function beyondBounds({ amount, currency }: Money): 'least' | 'most' | undefined {
  const { least, most } = chargeBounds(currency);
  if (amount > most.amount) return 'most';
  return amount > 0 && amount < least.amount ? 'least' : undefined;
}

/** How a call's problem says that the provider does not charge so much, or so little, at once. */
export const amountNotCharged = '/problems/amount-not-charged';
