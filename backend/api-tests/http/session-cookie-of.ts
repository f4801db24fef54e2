import { parseSetCookie } from 'cookie';
import { sessionCookie } from '../../../modules/identity/sessions/session-cookie.ts';
import type { Reply } from '../../testing/api-client.ts';

/**
 * The session cookie that an answer sets, and the pair that a browser sends back.
 * @throws Error when the answer sets none, or more than that one.
 */
export function sessionCookieOf({ headers, status }: Reply<unknown>) {
  const [cookie, ...more] = headers
    .getSetCookie()
    .map((text) => parseSetCookie(text))
    .filter(({ name }) => name === sessionCookie);
  if (!cookie || more.length > 0) throw new Error(`No session cookie came with status ${status}.`);
  return { ...cookie, pair: `${cookie.name}=${cookie.value}` };
}
