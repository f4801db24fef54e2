import { stringifySetCookie } from 'cookie';

type Scope = { readonly maxAge: number; readonly secure: boolean; readonly path: string };

/**
 * A cookie as Set-Cookie has it, which scripts cannot read, and other sites cannot send with a call that changes something. Lax, and
 * not Strict: it has to come along when an issuer sends the browser back. `maxAge` in seconds; 0 takes the cookie away.
 */
export function hiddenCookie(name: string, value: string, { maxAge, secure, path }: Scope): string {
  return stringifySetCookie(name, value, { maxAge, secure, path, httpOnly: true, sameSite: 'lax' });
}
