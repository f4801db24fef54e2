import { formatMoney, moneyOf } from '../../../../modules/kernel/values/money.ts';
import { numberIn, whichNumber } from '../../../../modules/kernel/values/number-in.ts';
import { beyondBounds, chargeBounds } from '../../../../modules/payments/bounds/contract.ts';
import { formatPrice, priceOf } from './money.ts';

/** Which bound of what is paid at once a price is beyond, and how that is said; nothing for what a card can pay. */
export function cardBound(
  price: number,
  currency: string,
): { readonly beyond: 'least' | 'most'; readonly words: string } | undefined {
  const beyond = beyondBounds(moneyOf(price, currency));
  if (!beyond) return undefined;
  const bound = formatMoney(chargeBounds(currency)[beyond]);
  return { beyond, words: `A card pays ${bound} ${beyond === 'least' ? 'or more' : 'at most'} at once` };
}

/** A note for whoever sets a price: that no card pays the smallest order of such a tool. What is typed may be no number yet, or one of two. */
export function smallestOrderNote(perPrice: string, minimum: string, currency: string | undefined): string | undefined {
  const [each, least] = [numberIn(perPrice), numberIn(minimum)];
  if (currency === undefined || typeof each === 'string' || whichNumber(minimum)) return undefined;
  try {
    const price = priceOf(each, Math.max(1, Math.trunc(Number(least)) || 1), currency);
    if (price === undefined) return undefined;
    const bound = cardBound(price, currency);
    return bound && `${bound.words}, and the smallest order of this is ${formatPrice(price, currency)}.`;
  } catch {
    return undefined; // No price: what the server says of it is shown once it is sent.
  }
}
