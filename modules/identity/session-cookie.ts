import { stringifySetCookie } from 'cookie';

export const sessionCookie = 'inventory_session';

/**
 * The session's cookie as Set-Cookie has it. Scripts cannot read it, and other sites cannot send it with a call that
 * changes something. `maxAge` in seconds; 0 takes the cookie away.
 */
export function setSessionCookie(token: string, { maxAge, secure }: { maxAge: number; secure: boolean }): string {
  return stringifySetCookie(sessionCookie, token, { maxAge, secure, httpOnly: true, sameSite: 'lax', path: '/' });
}
