import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findBrowser } from './browser.ts';

beforeEach(() => void vi.stubEnv('CHROMIUM_PATH', ''));
afterEach(() => void vi.unstubAllEnvs());

const headlessShell = '/usr/lib/chromium/chromium-headless-shell';

it('a browser with windows of its own is taken where there is one, and else the headless shell', () => {
  expect(findBrowser(() => true)).toBe('/usr/bin/chromium');
  expect(findBrowser((path) => path === headlessShell)).toBe(headlessShell);
  expect(findBrowser(() => false)).toBeUndefined();
});

it('a browser that is named comes first', () => {
  vi.stubEnv('CHROMIUM_PATH', '/opt/own');
  expect(findBrowser(() => true)).toBe('/opt/own');
});
