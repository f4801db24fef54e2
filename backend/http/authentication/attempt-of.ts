import { parseCookie } from 'cookie';
import type { Caller, Route } from '../../../modules/kernel/route.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Attempt } from '../../limits/password-attempts.ts';
import type { Call } from '../routing/call.ts';

export type KnownBrowsers = {
  /** Which browser it is, if its cookies prove that somebody was signed in with it to the account of an email. */
  readonly knows: (
    cookies: { readonly [name: string]: string | undefined },
    email: string,
  ) => Promise<string | undefined>;
};

/** Who tries whose password, as far as a call says it. */
export async function attemptOf(
  route: Route,
  { request, origin }: Pick<Call, 'request' | 'origin'>,
  { body, caller, signal }: { body: unknown; caller: Caller | undefined; signal: AbortSignal },
  { limits, browsers }: { limits: Pick<Limits, 'keyOf' | 'addressKey'>; browsers: KnownBrowsers },
): Promise<Attempt> {
  const email = caller?.email ?? emailIn(body);
  return {
    address: limits.addressKey(origin),
    account: email === undefined ? undefined : limits.keyOf('account', email),
    knownAs: await knownAs(),
    counts: route.costsPassword === true ? 'when-wrong' : (route.costsPassword ?? 'when-wrong'),
    signal,
  };

  async function knownAs() {
    if (caller) return limits.keyOf('user', caller.uid);
    const cookies = request.headers.cookie;
    if (email === undefined || cookies === undefined) return undefined;
    const browser = await browsers.knows(parseCookie(cookies), email);
    return browser === undefined ? undefined : limits.keyOf('browser', browser, email);
  }
}

function emailIn(body: unknown): string | undefined {
  return body !== null && typeof body === 'object' && 'email' in body ? String(body.email) : undefined;
}
