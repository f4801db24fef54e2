import { stringifySetCookie } from 'cookie';

import { justSignedIn } from '../../kernel/wire/just-signed-in.ts';
import { hiddenCookie } from '../hidden-cookie.ts';

export const sessionCookie = 'inventory_session';

/** The session's cookie as Set-Cookie has it. `maxAge` in seconds; 0 takes the cookie away. */
export function setSessionCookie(token: string, { maxAge, secure }: { maxAge: number; secure: boolean }): string {
  return hiddenCookie(sessionCookie, token, { maxAge, secure, path: '/' });
}

/** Told to the page that comes after a sign-in elsewhere, which it may read; gone when the token is asked for, or in a minute. */
export function setJustSignedIn(isSo: boolean, { secure }: { secure: boolean }): string {
  return stringifySetCookie(justSignedIn, isSo ? '1' : '', {
    maxAge: isSo ? 60 : 0,
    secure,
    sameSite: 'lax',
    path: '/',
  });
}
