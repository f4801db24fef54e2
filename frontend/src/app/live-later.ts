import type { QueryClient } from '@tanstack/react-query';
import { fetchCode } from '../lib/fetch-code.ts';

/** Where the browser does not say when it has nothing to do; and how long it may take with saying so. In ms. */
const noIdleMs = 1_000;
const longestIdleMs = 5_000;

/** How long to wait before the code is asked for again that did not come, in ms. */
const againMs = 15_000;

/** Goes live once the page is there and the browser has nothing better to do: the first paint costs it nothing. */
export async function goLiveLater(client: QueryClient, signal: AbortSignal): Promise<void> {
  await loaded();
  await idle();
  while (!signal.aborted) {
    try {
      const { hearNotices } = await fetchCode(() => import('./live.ts'));
      return hearNotices(client, signal);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}

async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

async function idle(): Promise<void> {
  const { requestIdleCallback: whenIdle } = window as Partial<Pick<Window, 'requestIdleCallback'>>;
  await new Promise<void>((resolve) => {
    if (whenIdle) whenIdle(() => resolve(), { timeout: longestIdleMs });
    else setTimeout(resolve, noIdleMs);
  });
}
