import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { quickPasswords } from '../../backend/doubles/quick-passwords.ts';
import { buildFrontend } from '../../backend/start/launch/frontend-build.ts';
import type { Replacements } from '../../backend/start/replacements.ts';
import { type RunningShop, startShop } from '../../backend/testing/running-shop.ts';
import { type Look, optionsOf } from './pages/chromium.ts';
import { answered, patienceMs, sharedBrowser } from './pages/shared-browser.ts';

export type Visit = Look & {
  /** Where, when it is another node of the shop. */
  readonly at?: string;
  /** What the console may complain about, because the test makes it happen. Anything else fails the test. */
  readonly expected?: readonly RegExp[];
};

export type Visits = {
  /** Where the shop is. */
  readonly origin: string;
  /** Where it keeps its data: other nodes may share it. */
  readonly dataDir: string;
  /** A new window of somebody new, in a browser of their own; nothing is shown yet. */
  readonly openPage: (visit?: Visit) => Promise<Page>;
  /** Another tab in the same browser. */
  readonly openTab: (page: Page) => Promise<Page>;
};

/**
 * A shop with demo data and a real Chromium, for the tests of one file. After each test its windows are closed; it
 * fails when a page complained in the console, threw, or asked anything of another origin. `environment` are settings.
 */
export function browserFixture(
  replacements: Replacements = {},
  environment: Readonly<Record<string, string>> = {},
): Visits {
  let shop: RunningShop;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    await buildFrontend();
    shop = await startShop({ SEED: 'demo', ...environment }, { passwords: quickPasswords, ...replacements });
  });

  afterEach(async () => {
    const [opened, heard] = [contexts, complaints];
    contexts = [];
    try {
      await Promise.all(opened.map((context) => answeredIn(context, context.close())));
    } finally {
      complaints = [];
    }
    expect(heard).toEqual([]);
  });

  afterAll(async () => {
    await shop?.end();
  });

  return {
    get origin() {
      return shop.origin;
    },
    get dataDir() {
      return shop.dataDir;
    },
    async openPage(visit = {}) {
      const origin = visit.at ?? shop.origin;
      const browser = await sharedBrowser();
      const context = await answered(browser, browser.newContext(optionsOf(visit, origin)));
      contexts.push(context);
      listen(context, origin, (complaint) => {
        if (!visit.expected?.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
      });
      return answeredIn(context, context.newPage());
    },
    openTab: (page) => answeredIn(page.context(), page.context().newPage()),
  };
}

function answeredIn<Answer>(context: BrowserContext, asked: Promise<Answer>): Promise<Answer> {
  const browser = context.browser();
  return browser ? answered(browser, asked) : asked;
}

/** Chromium says so whenever a page is left, or its network lost, in the moment in which its live socket connects. */
const socketGivenUp = /socket\.io.* failed: WebSocket is closed before the connection is established/;

function listen(context: BrowserContext, origin: string, complain: (complaint: string) => void): void {
  context.setDefaultTimeout(patienceMs);
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !socketGivenUp.test(message.text())) complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== origin) complain(`left the origin: ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) complain(`left the origin: ${socket.url()}`);
    });
  });
}
