import { expect, it, onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import { answered, processOf, sharedBrowser } from './shared-browser.ts';

it('a Chromium that answers no more is ended, and the next test has another', async () => {
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  const pid = processOf(browser); // Undefined where nobody can tell: it is left to itself there.
  if (pid !== undefined) process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void (pid !== undefined && browser.isConnected() && process.kill(pid, 'SIGKILL')));
  const asked = pid === undefined ? new Promise<never>(() => {}) : context.close();
  await expect(answered(browser, asked, 500)).rejects.toThrow('Chromium has not answered within 500 ms');
  // What others have asked of it comes to an end with it.
  if (pid !== undefined) await eventually(() => browser.isConnected()).toBe(false);
  const other = await sharedBrowser();
  expect(other).not.toBe(browser);
  await (await other.newContext()).close();
});
