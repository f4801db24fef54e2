import type { Page } from 'playwright-core';

/** What the console complains of then. */
export const noSockets = [/socket\.io/, /ERR_FAILED/];

/** Lets neither a WebSocket nor long polling through, as some proxies do: the page hears of nothing by itself. */
export async function cutSockets(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  await page.route(/\/socket\.io\//, (route) => route.abort());
}
