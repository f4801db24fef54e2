import type { Answer } from '../../kernel/route.ts';
import type { GoogleOutcome } from '../contract.ts';
import { pathHere, withParameter } from './return-to.ts';

/** Sends the browser on. An answer that sets cookies must not be kept on the way. */
export function goTo(address: string): Answer {
  return { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } };
}

/** Back to the page, which says what came of it. */
export function backTo(returnTo: string, because: GoogleOutcome): Answer {
  return goTo(withParameter(returnTo, 'google', because));
}

/** To the login, which says why nobody is signed in, and goes on from there to where one wanted to go. */
export function toLogin(returnTo: string, because: GoogleOutcome): Answer {
  const from = beyondLogin(returnTo);
  return goTo(`/login?${new URLSearchParams({ google: because, ...(from !== '/' && { from }) })}`);
}

/** The answer with more cookies set. */
export function withCookies(answer: Answer, ...cookies: readonly string[]): Answer {
  const before = answer.headers?.['Set-Cookie'] ?? [];
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': [before, cookies].flat() } };
}

/** The login and the sign-up are on the way to some page, and say which. */
function beyondLogin(returnTo: string): string {
  const { pathname, searchParams } = new URL(returnTo, 'https://shop.invalid');
  if (!['/login', '/signup'].includes(pathname)) return returnTo;
  return pathHere(searchParams.get('from') ?? '/');
}
