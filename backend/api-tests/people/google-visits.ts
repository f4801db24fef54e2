import { randomUUID } from 'node:crypto';
import type { SignedIn } from '../../../modules/identity/contract.ts';
import { ApiClient } from '../../testing/api-client.ts';
import type { HttpBrowser } from '../../testing/clients/http-browser.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';

/** A person as the issuer knows them: the usual case, but for what the test is about. */
export const somebody = (but: object = {}) => {
  const id = randomUUID();
  return { sub: `subject ${id}`, email: `${id}@example.com`, email_verified: true, name: 'Mina', ...but };
};

export const isPage = ({ pathname }: URL) => pathname !== '/auth' && !/^\/(auth|interaction|identity)\//.test(pathname);

/** What people do in a browser who sign in to a shop through Google, or link it. */
export function googleVisits(shop: ShopUnderTest) {
  const post = (browser: HttpBrowser, path: string, body: unknown, headers: object = { origin: shop.origin }) =>
    browser.call(shop.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    post,

    /** Presses 'Continue With Google'; resolves to the page that one ends at. */
    async withGoogle(browser: HttpBrowser, returnTo = '/tools?search=saw'): Promise<string> {
      const begin = `${shop.origin}/identity/google?${new URLSearchParams({ returnTo })}`;
      const { pathname, search } = await browser.go(begin, isPage);
      return pathname + search;
    },

    /** Signs in with a password. */
    signInHere: (browser: HttpBrowser, email: string, password: string) =>
      post(browser, '/identity/sign-in', { email, password }),

    /** Who the browser is signed in as; undefined for nobody. */
    async whoIs(browser: HttpBrowser): Promise<ApiClient | undefined> {
      const response = await browser.call(`${shop.origin}/identity/refresh`, {
        method: 'POST',
        headers: { origin: shop.origin },
      });
      if (response.status === 401) return undefined;
      const { idToken, user }: SignedIn = await response.json();
      const call = { token: idToken };
      const { body } = await shop.nobody.put<{ token: string }>(`/user/${user.email}`, { email: user.email }, call);
      return new ApiClient(shop.origin, { token: body.token, email: user.email, idToken });
    },
  };
}
