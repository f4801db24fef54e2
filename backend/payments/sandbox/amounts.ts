import { currencyCodes, currencyOf } from '../../../modules/kernel/currencies.ts';
import { formatMoney } from '../../../modules/kernel/money.ts';
import { invalidRequest } from './stripe-failure.ts';

/** Least charge in minor units, where it is not 50 (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const minimums: Record<string, number> = {
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

/** Stripe takes eight digits at most. */
const maximum = 99_999_999;

/** Refuses an unknown currency. */
export function checkCurrency(currency: string) {
  if (!currencyCodes.includes(currency)) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
}

/** Refuses what Stripe would not charge: less than the currency's least amount, more than eight digits, or a part of what
 * the currency is charged in. */
export function checkChargeable(amount: number, currency: string) {
  const { step } = currencyOf(currency);
  if (amount % step !== 0) {
    throw invalidRequest(`Amount must be divisible by ${step} in ${currency}`, { param: 'amount' });
  }
  const minimum = minimums[currency] ?? 50;
  if (amount < minimum) {
    const message = `Amount must be at least ${withCode(minimum, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > maximum) {
    const message = `Amount must be no more than ${price(maximum, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

/** "$0.50 usd", as Stripe's messages have it; a currency that is written by its code is named once. */
function withCode(amount: number, currency: string): string {
  const written = price(amount, currency);
  return written.toLowerCase().includes(currency) ? written : `${written} ${currency}`;
}

/** Minor units as people write them: 1250 usd is "$12.50". */
export function price(amount: number, currency: string): string {
  return formatMoney({ amount, currency });
}
