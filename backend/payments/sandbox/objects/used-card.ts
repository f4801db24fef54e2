import { resourceMissing } from '../requests/stripe-failure.ts';
import { cardOfToken, examine } from './card.ts';
import type { Ids } from './ids.ts';
import type { UsedCard } from './intent.ts';

export type PaymentParams = {
  payment_method?: string;
  payment_method_data?: {
    card: { number: string; exp_month: number; exp_year: number; cvc?: string };
    billing_details?: { name?: string };
  };
};

/** The card a request brings, if it brings one. Throws StripeFailure for one that cannot be used at all. */
export function usedCardOf(params: PaymentParams, now: Date, ids: Ids): UsedCard | undefined {
  const created = Math.floor(now.getTime() / 1000);
  if (params.payment_method_data) {
    const { card, billing_details } = params.payment_method_data;
    const typed = { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc };
    return { ...examine(typed, now), id: ids('pm_'), created, billingName: billing_details?.name };
  }
  if (params.payment_method === undefined) return undefined;
  const card = cardOfToken(params.payment_method, now);
  if (!card) throw resourceMissing('PaymentMethod', params.payment_method, 'payment_method');
  return { ...card, id: ids('pm_'), created };
}
