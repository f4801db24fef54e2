import { useQuery } from '@tanstack/react-query';
import { formatMoney, nearestMoney } from '../../../../modules/kernel/values/money.ts';
import { configQuery } from '../queries/config-query.ts';

/** What came less what went, which may be negative, in the nearest that can be charged: -$5.00. */
function formatBalance(balance: number, currency: string): string {
  const { amount } = nearestMoney(Math.abs(balance), currency);
  return formatMoney({ amount: balance < 0 ? -amount : amount, currency });
}

/** The same for the scale of a chart, where the room is small and the bars say the rest: $1.1M, -$550K, $2.5. */
export function formatRoughly(balance: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact' }).format(balance);
}

/** Writes what came less what went in the shop's currency; undefined until the currency is known. */
export function useBalanceFormat(): ((balance: number) => string) | undefined {
  const { data } = useQuery(configQuery);
  return data && ((balance) => formatBalance(balance, data.currency));
}

/** Writes it for the scale of a chart; undefined until the currency is known. */
export function useRoughFormat(): ((balance: number) => string) | undefined {
  const { data } = useQuery(configQuery);
  return data && ((balance) => formatRoughly(balance, data.currency));
}
