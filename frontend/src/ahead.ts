import { dashboardPages, openPages, pageAt } from '../../modules/kernel/wire/page-addresses.ts';
import { pageCode } from './app/page-code.ts';
import type { PageCode } from './lib/lazy-loading/page-loading.ts';

function codeAt(pathname: string): PageCode[] {
  const name = pageAt(pathname) ?? 'notFound';
  if (name === 'front' || name === 'home') return [];
  // The name under which lib/session/access-token.ts keeps the token; whoever has none is sent to the login.
  const isSignedIn = localStorage.getItem('accessToken') !== null;
  if (!isSignedIn && name !== 'notFound' && !(name in openPages)) return [pageCode.login];
  return name in dashboardPages ? [pageCode.dashboard, pageCode[name]] : [pageCode[name]];
}

/**
 * A small entry beside main.tsx: fetches the code of the page that the address names at the same time as what every
 * page needs, not after it. Only a head start: a failure is none, since the routes ask for the same code again.
 */
export const headStart: Promise<unknown> = Promise.allSettled(codeAt(location.pathname).map(({ load }) => load()));
