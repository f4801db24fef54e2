import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { setSeen } from '../../../features/cart/cart-lines.ts';
import { type CartEntry, entryOf } from '../../../features/cart/entries.ts';
import { syncAgain, syncCart } from '../../../features/cart/sync-cart.ts';
import { useCartTrouble } from '../../../features/cart/sync-trouble.ts';
import { toolQuery } from '../../../features/catalog/tool-query.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useDeviceCart } from '../../../lib/device/use-device-cart.ts';
import { useAllWatched } from '../../../lib/live/watched.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';

/**
 * The cart's lines with what the shop says of their tools; undefined until all of it is known. A line that comes later, from
 * another device, is there once its tool is known: what is shown stays until then.
 */
export function useCartEntries(): {
  readonly entries: readonly CartEntry[] | undefined;
  /** How many there are, which is known at once; undefined where the account alone knows. */
  readonly lines: number | undefined;
  readonly currency: string;
  readonly isCurrencyKnown: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  useEffect(syncCart, []);
  const { who, lines } = useDeviceCart();
  const email = useSession()?.email ?? '';
  const trouble = useCartTrouble();
  // What the account has was never seen on this device: there may be a lot in it.
  const isUnseen = email !== '' && who !== email && lines.length === 0;
  useAllWatched(lines.map(({ toolId }) => toolId));
  const config = useQuery(configQuery);
  const tools = useQueries({ queries: lines.map(({ toolId }) => toolQuery(toolId)) });
  const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404;
  const currency = config.data?.currency;
  const isKnown = currency !== undefined && !isUnseen && tools.every(({ data, error }) => data || isGone(error));
  const failed = tools.find(({ error, data }) => error && !data && !isGone(error));
  const wasKnown = useRef(false);
  useEffect(() => {
    wasKnown.current ||= isKnown;
  }, [isKnown]);
  const mayBeShown = currency !== undefined && !isUnseen && (isKnown || (wasKnown.current && !failed));
  const known = mayBeShown
    ? lines.flatMap((line, at) => (tools[at]?.isPending ? [] : [entryOf(line, tools[at]?.data, currency)]))
    : [];
  // A cart of which nothing is known yet is not empty.
  const entries = mayBeShown && (isKnown || known.length > 0) ? known : undefined;
  useEffect(() => {
    // What came from the account has shown no price here before.
    const unseen = entries?.filter(({ line, tool }) => line.seen === undefined && tool) ?? [];
    if (unseen.length > 0) setSeen(new Map(unseen.flatMap(({ tool }) => (tool ? [[tool._id, tool.PerPrice]] : []))));
  });
  return {
    entries,
    lines: isUnseen ? undefined : lines.length,
    currency: currency ?? 'usd',
    isCurrencyKnown: currency !== undefined,
    error: isKnown ? null : (config.error ?? failed?.error ?? (isUnseen ? trouble : null)),
    retry: () => {
      if (isUnseen) syncAgain();
      void Promise.all([config.refetch(), ...tools.map(({ refetch }) => refetch())]);
    },
  };
}
