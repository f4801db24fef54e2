import { type Browser, chromium } from 'playwright-core';
import { browserArguments, findTestBrowser } from '../../../backend/testing/clients/browser.ts';
import { type Account, storageOf } from '../account.ts';

/** Names resolve to nothing but this machine: whatever a page wants from elsewhere, it does not get. */
export const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/**
 * What Chromium has and no test needs. Of two such lists it heeds the last alone, so that Playwright's own is in this one;
 * beside it, the pages of the address bar's popup, which otherwise are loaded for each window and cost as much as ours.
 */
const without = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Who looks at the shop, and through what kind of window. */
export type Look = {
  /** Of the window, in pixels: 1280 unless told, or 390 for a phone. */
  readonly width?: 1280 | 390;
  readonly scheme?: 'light' | 'dark';
  readonly motion?: 'reduce' | 'no-preference';
  readonly signedInAs?: Account;
};

export function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const args = [...browserArguments, onlyHere, `--disable-features=${without}`, ...more];
  return chromium.launch({ executablePath: findTestBrowser(), args });
}

/** What a browser context is opened with. */
export function optionsOf({ width = 1280, scheme, motion = 'no-preference', signedInAs }: Look, origin: string) {
  return {
    baseURL: origin,
    viewport: { width, height: width === 390 ? 844 : 800 },
    colorScheme: scheme ?? 'light',
    reducedMotion: motion,
    timezoneId: 'UTC',
    ...(signedInAs && { storageState: storageOf(signedInAs) }),
  };
}
