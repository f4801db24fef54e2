import type { Route } from 'playwright-core';

/** The shop has done what it was asked for, and nobody hears of it. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}
