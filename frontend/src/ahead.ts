import { pageCode } from './app/page-code.ts';
import type { PageCode } from './lib/page-loading.ts';

const forEverybody: [address: RegExp, ...PageCode[]][] = [
  [/^\/login\b/, pageCode.login],
  [/^\/signup\b/, pageCode.signup],
  [/^\/blogs\/?$/, pageCode.blogs],
  [/^\/blogs\/./, pageCode.article],
  [/^\/portfolio\b/, pageCode.portfolio],
  [/^\/timing\b/, pageCode.timing],
  [/^\/location\b/, pageCode.location],
];
const forMembers: [address: RegExp, ...PageCode[]][] = [
  [/^\/tools\/./, pageCode.tool],
  [/^\/dashboard\/?$/, pageCode.dashboard, pageCode.ordersInfo],
  [/^\/dashboard\/myorders\b/, pageCode.dashboard, pageCode.myOrders],
  [/^\/dashboard\/payment\b/, pageCode.dashboard, pageCode.payment],
  [/^\/dashboard\/./, pageCode.dashboard],
];

function codeAt(pathname: string): PageCode[] {
  const [, ...open] = forEverybody.find(([address]) => address.test(pathname)) ?? [];
  const [, ...closed] = forMembers.find(([address]) => address.test(pathname)) ?? [];
  // The name under which lib/access-token.ts keeps the token; who has none is sent to the login.
  const isSignedIn = localStorage.getItem('accessToken') !== null;
  return closed.length > 0 && !isSignedIn ? [pageCode.login] : [...open, ...closed];
}

/**
 * A small entry beside main.tsx: fetches the code of the page that the address names at the same time as what every
 * page needs, not after it. Only a head start: a failure is none, since the routes ask for the same code again.
 */
export const headStart: Promise<unknown> = Promise.allSettled(codeAt(location.pathname).map(({ load }) => load()));
