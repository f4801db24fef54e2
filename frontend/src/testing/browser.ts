import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';

/** What a browser has and jsdom lacks, and a clean page before each test. Import it for that. */
class NothingObserved {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * What was looked for in vain, with the page that it is not on: this is printed for whoever reads it, and not for each look of whoever waits for
 * something to come, which took a twentieth of what these specs take of the processor.
 */
function notFound(said: string | null, page: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  let message: string | undefined;
  const get = () => {
    message ??= [said, prettyDOM(page)].filter(Boolean).join('\n\n');
    return message;
  };
  const set = (other: string) => {
    message = other;
  };
  return Object.defineProperty(error, 'message', { get, set, configurable: true });
}

configure({
  // Long enough for a page that is rendered on a busy machine. Nothing waits that long unless it fails.
  asyncUtilTimeout: 20_000,
  getElementError: notFound,
});

/**
 * React's development build remembers for each element the stack that it was made with, as an Error: a sixth of what these specs take
 * of the processor, and nobody reads it. It stops by itself after 10,000 in a row; here they have been made before the first.
 */
const ofReact: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof ofReact === 'object' && ofReact !== null)
  Object.defineProperty(ofReact, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('ResizeObserver', NothingObserved);
  vi.stubGlobal('IntersectionObserver', NothingObserved);
  vi.stubGlobal('scrollTo', () => undefined);
  // Of a window that no script has opened it does nothing; jsdom's ends the page, with the test in it.
  vi.stubGlobal('close', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
});

afterEach(async () => {
  const hasToasts = document.querySelector('.mantine-Notifications-root') !== null;
  cleanup();
  // Five are shown at once: those of tests before would keep the next one waiting until their time is over.
  if (hasToasts) (await import('@mantine/notifications')).notifications.clean();
  vi.unstubAllGlobals();
});
