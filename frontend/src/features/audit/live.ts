import type { QueryClient } from '@tanstack/react-query';
import type { HistoryGrew } from '../../../../modules/audit/contract.ts';
import { askEveryMs } from '../../lib/live/ask-while-behind.ts';
import { gathered } from '../../lib/live/gathered.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { isOlderThan } from './history-queries.ts';

const askers = new WeakMap<QueryClient, (position: string) => void>();

function askFor(client: QueryClient): (position: string) => void {
  const ask =
    askers.get(client) ??
    gathered<string>(askEveryMs, (positions) => {
      const newest = [...positions].map(BigInt).reduce((one, other) => (one > other ? one : other), 0n);
      void client.invalidateQueries({ predicate: isOlderThan(newest) });
    });
  askers.set(client, ask);
  return ask;
}

const grew: Heard<HistoryGrew> = ({ position }, client) => askFor(client)(position);

export const historyNotices: Record<'history.grew', Heard<HistoryGrew>> = { 'history.grew': grew };
