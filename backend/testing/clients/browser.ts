import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const headlessShell = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Where the browser of the tests is: the one that CHROMIUM_PATH names, else Debian's headless shell, which is Chromium without its
 * own windows (these cost a quarter more of the processor, and no test looks at them), else what is there.
 */
export function findTestBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH === undefined && existsSync(headlessShell) ? headlessShell : findBrowser();
}

/**
 * Where a Chromium is on this machine: the one that CHROMIUM_PATH names, Debian's, an installed Chrome, and only where there is none
 * of these Debian's headless shell, which Lighthouse can measure with as well.
 */
export function findBrowser(isThere: (path: string) => boolean = existsSync): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  const all = [...(named ? [named] : []), ...places, `${homedir()}/.local/bin/chromium`, headlessShell];
  return all.find((path) => isThere(path));
}

/** What Chromium is started with: no window, no sandbox (it runs as root in CI), and nothing of its own on the network. */
export const browserArguments: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
