import type { Share } from '../booking/money/contract.ts';
import type { Money } from '../kernel/values/money.ts';

/**
 * Divides money among orders: each gets up to what is its own, in their order, and the last one what is over. Orders that
 * get nothing are left out. The shares add up to the money, always.
 */
export function sharesOf(money: Money, orders: readonly Share[]): Share[] {
  let rest = money.amount;
  const shares = orders.map(({ bookingId, uid, amount }, index) => {
    const isLast = index === orders.length - 1;
    const part = isLast ? rest : Math.min(rest, amount.amount);
    rest -= part;
    return { bookingId, uid, amount: { amount: part, currency: money.currency } };
  });
  return shares.filter(({ amount }) => amount.amount > 0);
}
