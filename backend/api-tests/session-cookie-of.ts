import { parseSetCookie } from 'cookie';
import { sessionCookie } from '../../modules/identity/session-cookie.ts';
import type { Reply } from '../testing/api-client.ts';

/**
 * The session cookie that an answer sets, and the pair that a browser sends back.
 * @throws Error when the answer sets none, or more than that one.
 */
export function sessionCookieOf({ headers, status }: Reply<unknown>) {
  const [text, ...more] = headers.getSetCookie();
  const cookie = parseSetCookie(text ?? '');
  if (cookie.name !== sessionCookie || more.length > 0)
    throw new Error(`No session cookie came with status ${status}.`);
  return { ...cookie, pair: `${cookie.name}=${cookie.value}` };
}
