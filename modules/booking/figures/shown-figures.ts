import type { Figures } from '../../kernel/documents/sums.ts';
import { decimalOf } from '../../kernel/values/money.ts';
import { dayBefore, revenueIn, shop } from '../read-models/order-sums.ts';
import type { OrderCounts } from './contract.ts';

/** Orders, and their revenue in one currency as a decimal number. */
export function shownFigures(figures: Figures, currency: string): { orders: number; revenue: number } {
  const amount = figures[revenueIn(currency)] ?? 0;
  return { orders: figures.orders ?? 0, revenue: decimalOf({ amount, currency }) };
}

/** The counts of GET /orders/counts from the sums of the shop and of days, at a moment. */
export function countsOf(
  figuresOf: (id: string) => Figures,
  { currency, at }: { readonly currency: string; readonly at: Date },
): Omit<OrderCounts, 'position'> {
  const { unpaid = 0, paid = 0, refunded = 0, ...money } = figuresOf(shop);
  const ofDay = (ago: number) => shownFigures(figuresOf(dayBefore(at, ago)), currency);
  return {
    total: unpaid + paid + refunded,
    unpaid,
    paid,
    refunded,
    revenue: shownFigures(money, currency).revenue,
    today: ofDay(0),
    yesterday: ofDay(1),
  };
}
