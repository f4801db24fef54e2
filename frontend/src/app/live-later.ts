import type { QueryClient } from '@tanstack/react-query';
import { fetchCode } from '../lib/lazy-loading/fetch-code.ts';
import { leisure } from '../lib/lazy-loading/leisure.ts';

/** How long to wait before the code is asked for again that did not come, in ms. */
const againMs = 15_000;

/** Goes live once the page is there and the browser has nothing better to do: the first paint costs it nothing. */
export async function goLiveLater(client: QueryClient, signal: AbortSignal): Promise<void> {
  await leisure();
  while (!signal.aborted) {
    try {
      const { hearNotices } = await fetchCode(() => import('./live.ts'));
      return hearNotices(client, signal);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
