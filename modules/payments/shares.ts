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

/**
 * Divides money among orders by what they have, and what is over by what they have `all` in all, as `sharesOf` does. An order that is in
 * one is in both, at the same place.
 */
export function sharesInTurn(money: Money, have: readonly Share[], all: readonly Share[]): Share[] {
  const total = have.reduce((sum, { amount }) => sum + amount.amount, 0);
  const fits = Math.min(money.amount, total);
  const more = all.map((share, index) => plus(share, -(have[index]?.amount.amount ?? 0)));
  const shares = new Map(sharesOf({ ...money, amount: fits }, have).map((share) => [share.bookingId, share]));
  for (const share of sharesOf({ ...money, amount: money.amount - fits }, more)) {
    shares.set(share.bookingId, plus(share, shares.get(share.bookingId)?.amount.amount ?? 0));
  }
  return [...shares.values()];
}

const plus = (share: Share, amount: number): Share => ({
  ...share,
  amount: { ...share.amount, amount: share.amount.amount + amount },
});
