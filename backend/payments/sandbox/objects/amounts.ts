import { currencyCodes, currencyOf } from '../../../../modules/kernel/values/currencies.ts';
import { formatMoney } from '../../../../modules/kernel/values/money.ts';
import { beyondBounds, chargeBounds } from '../../../../modules/payments/bounds/contract.ts';
import { invalidRequest } from '../requests/stripe-failure.ts';

/** Refuses an unknown currency. */
export function checkCurrency(currency: string) {
  if (!currencyCodes.includes(currency)) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
}

/** Refuses what Stripe would not charge: less than the currency's least amount, more than its most, or a part of what
 * the currency is charged in. */
export function checkChargeable(amount: number, currency: string) {
  const { step } = currencyOf(currency);
  if (amount % step !== 0) {
    throw invalidRequest(`Amount must be divisible by ${step} in ${currency}`, { param: 'amount' });
  }
  const { least, most } = chargeBounds(currency);
  const beyond = beyondBounds({ amount, currency });
  if (beyond === 'least') {
    const message = `Amount must be at least ${withCode(least.amount, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (beyond === 'most') {
    const message = `Amount must be no more than ${price(most.amount, currency)}`;
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
