import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { startedBy } from '../../../backend/testing/suite/started-by.ts';
import { launchBrowser } from './chromium.ts';

/** Long enough for a busy machine. Nothing waits that long unless it fails. */
export const patienceMs = 60_000;

/** By what the process of each is known. */
const marks = new WeakMap<Browser, string>();
const givenUp = new WeakSet<Browser>();
let launched: Promise<Browser> | undefined;

/** One Chromium for all files of a worker, and another one when that has crashed or answers no more; it ends with the worker's process. */
export async function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  if (!browser.isConnected() || givenUp.has(browser)) launched = launch();
  return launched;
}

/** No page of a test lives long enough to get back what it takes to make its code faster. */
const withoutOptimizing = '--js-flags=--no-opt --no-maglev';

async function launch(): Promise<Browser> {
  const mark = `--mark-of-tests=${randomUUID()}`; // Which Chromium does not know, and so does not heed.
  const browser = await launchBrowser(mark, withoutOptimizing);
  marks.set(browser, mark);
  return browser;
}

/**
 * Waits for what Playwright itself sets no limit to, as for a window that is opened or closed. A browser that does not answer is ended:
 * else each test after this one would wait for it, too, for as long as a test may take.
 * @param patience milliseconds
 * @throws Error when it does not answer in time
 */
export async function answered<Answer>(
  browser: Browser,
  asked: Promise<Answer>,
  patience = patienceMs,
): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    giveUp(browser);
    reject(new Error(`Chromium has not answered within ${patience} ms, and was ended.`));
  }, patience);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The process of a browser; undefined where nobody can tell. */
export function processOf(browser: Browser): number | undefined {
  const mark = marks.get(browser);
  return startedBy(process.pid).find(
    ({ parent, command }) => mark !== undefined && parent === process.pid && command.includes(mark),
  )?.pid;
}

function giveUp(browser: Browser): void {
  givenUp.add(browser);
  const pid = processOf(browser);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}
