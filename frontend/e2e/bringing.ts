import type { Page, Route } from 'playwright-core';
import type { Screen } from './looks/screens-of-the-shop.ts';

/**
 * What a screen shows in passing: a dialog, a drawer, a toast, what is wrong. Whoever looks changes nothing of the shop, so
 * that it can be looked at again and again, in any order.
 */
export type State = Screen & {
  /** Brings it out, once the screen is shown. */
  readonly bring: (page: Page) => Promise<unknown>;
  /** It is there in narrow windows alone. */
  readonly narrow?: true;
};

export type Bring = State['bring'];

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Presses a button that opens a dialog, and waits for something in it. */
export const dialogBy =
  (button: string | RegExp, within: string | RegExp): Bring =>
  async (page) => {
    await press(page, button);
    await page.getByRole('dialog').last().getByText(within).first().waitFor();
  };

/** Answers a call as the server would, without asking it. */
export const answered = (page: Page, path: string, answer: Parameters<Route['fulfill']>[0]) =>
  page.route(path, (route) =>
    route.request().resourceType() === 'document' ? route.fallback() : route.fulfill(answer),
  );

export const state =
  (seenBy: Screen['seenBy'], narrow?: true) =>
  (name: string, path: string, heading: string, bring: Bring): State => ({
    name,
    path,
    heading,
    seenBy,
    bring,
    ...(narrow && { narrow }),
  });
