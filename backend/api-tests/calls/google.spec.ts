import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MyLogins, SignedIn } from '../../../modules/identity/contract.ts';
import { knownBrowserCookie } from '../../../modules/identity/known-browsers.ts';
import { demoAdmin, demoPassword } from '../../start/seed/seed.ts';
import { ApiClient, password, signIn, signUp } from '../../testing/api-client.ts';
import { HttpBrowser } from '../../testing/http-browser.ts';
import { issuerUnderTest } from '../../testing/issuer-under-test.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';
import { addApp } from '../waiting-sign-in.ts';

const issuer = await issuerUnderTest();
const shop = shopUnderTest(issuer.settings);
afterAll(() => issuer.close());

const somebody = (but: object = {}) => {
  const id = randomUUID();
  return { sub: `subject ${id}`, email: `${id}@example.com`, email_verified: true, name: 'Mina', ...but };
};

beforeEach(() => {
  issuer.person = somebody();
  issuer.misstated = {};
});

const isPage = ({ pathname }: URL) => pathname !== '/auth' && !/^\/(auth|interaction|identity)\//.test(pathname);

/** Presses 'Continue With Google'; resolves to the page that one ends at. */
async function withGoogle(browser: HttpBrowser, returnTo = '/tools?search=saw', origin = shop.origin): Promise<string> {
  const begin = `${origin}/identity/google?${new URLSearchParams({ returnTo })}`;
  const { pathname, search } = await browser.go(begin, isPage);
  return pathname + search;
}

/** Who the browser is signed in as; undefined for nobody. */
async function whoIs(browser: HttpBrowser): Promise<ApiClient | undefined> {
  const response = await browser.call(`${shop.origin}/identity/refresh`, {
    method: 'POST',
    headers: { origin: shop.origin },
  });
  if (response.status === 401) return undefined;
  const { idToken, user }: SignedIn = await response.json();
  const call = { token: idToken };
  const { body } = await shop.nobody.put<{ token: string }>(`/user/${user.email}`, { email: user.email }, call);
  return new ApiClient(shop.origin, { token: body.token, email: user.email, idToken });
}

const uidIn = ({ idToken }: ApiClient) => JSON.parse(atob(idToken.split('.')[1] ?? '')).sub as string;

describe('signing in with Google', () => {
  it('opens an account without a password, and knows it again by issuer and subject', async () => {
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toBe('/tools?search=saw');
    const first = await whoIs(browser);
    expect(first?.email).toBe(issuer.person?.email);
    expect((await first?.get<MyLogins>('/me/logins'))?.body).toMatchObject({ hasPassword: false, canLink: true });

    // The address belongs to somebody else now; who the subject is stays.
    issuer.person = { ...somebody(), sub: issuer.person?.sub ?? '' };
    const another = new HttpBrowser();
    await withGoogle(another);
    expect((await whoIs(another))?.email).toBe(first?.email);
  });

  it('takes the note of the attempt away, and leaves a session and that the browser is known', async () => {
    const browser = new HttpBrowser();
    await withGoogle(browser);
    expect(browser.cookie('inventory_google')).toBeUndefined();
    expect(browser.cookie('inventory_link')).toBeUndefined();
    expect(browser.cookie('inventory_session')).toBeDefined();
    expect(browser.cookie(knownBrowserCookie)).toBeDefined();
  });

  it.each([
    ['somebody who cancels', undefined, 'cancelled'],
    ['an address that nobody has verified', somebody({ email_verified: false }), 'unverified'],
    ['an address of which nothing is said', somebody({ email_verified: undefined }), 'unverified'],
    ['no address', somebody({ email: undefined }), 'unverified'],
    ['what is no address', somebody({ email: 'nobody' }), 'unverified'],
  ])('goes back to the login, which says why, for %s', async (_, person, because) => {
    issuer.person = person;
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toBe(`/login?google=${because}&from=%2Ftools%3Fsearch%3Dsaw`);
    expect(await whoIs(browser)).toBeUndefined();
  });

  it('goes on to the page before the login, when that fails', async () => {
    issuer.person = undefined;
    const to = (returnTo: string) => withGoogle(new HttpBrowser(), returnTo);
    expect(await to('/login?google=done')).toBe('/login?google=cancelled');
    expect(await to('/signup?google=done&from=%2Ftools%2Ft1')).toBe('/login?google=cancelled&from=%2Ftools%2Ft1');
    expect(await to('/login?from=https%3A%2F%2Fevil.example')).toBe('/login?google=cancelled');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example', '/.//evil.example'])(
    'never leads away from the shop: %s',
    async (returnTo) => {
      const browser = new HttpBrowser();
      expect(await withGoogle(browser, returnTo)).toBe('/');
      expect(await whoIs(browser)).toBeDefined();
    },
  );

  it('is this browser’s own: what another one began it cannot end', async () => {
    const attacker = new HttpBrowser();
    const isCallback = ({ pathname }: URL) => pathname === '/identity/google/callback';
    const callback = await attacker.go(`${shop.origin}/identity/google?returnTo=/`, isCallback);
    const victim = new HttpBrowser();
    expect((await victim.go(callback.href, isPage)).search).toBe('?google=expired');
    await new HttpBrowser().go(`${shop.origin}/identity/google?returnTo=/`, isCallback);
    const other = new HttpBrowser();
    await other.go(`${shop.origin}/identity/google?returnTo=/`, isCallback);
    expect((await other.go(callback.href, isPage)).search).toBe('?google=again');
    expect(await whoIs(victim)).toBeUndefined();
    expect(await whoIs(other)).toBeUndefined();
  });

  it('begins at one node and ends at another', async () => {
    const other = await openShop({ DATA_DIR: shop.dataDir, ...issuer.settings });
    const browser = new HttpBrowser();
    browser.tamper = (address) => {
      const isBack = address.pathname === '/identity/google/callback';
      return isBack ? new URL(address.pathname + address.search, other.origin) : address;
    };
    expect(await withGoogle(browser)).toBe('/tools?search=saw');
    expect((await whoIs(browser))?.email).toBe(issuer.person?.email);
    await other.close();
  });

  it('is good once', async () => {
    const browser = new HttpBrowser();
    await withGoogle(browser);
    const callback = browser.trail.findLast(({ pathname }) => pathname === '/identity/google/callback');
    expect((await browser.go(callback?.href ?? '', isPage)).search).toBe('?google=expired');
  });
});

describe('who has a second factor', () => {
  it('is asked for it after Google too, and nobody is signed in until then', async () => {
    const first = new HttpBrowser();
    await withGoogle(first);
    const person = await whoIs(first);
    const app = person && (await addApp(person));
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toBe('/login?second-factor&returnTo=%2Ftools%3Fsearch%3Dsaw');
    expect(browser.cookie('inventory_session')).toBeUndefined();
    expect(await whoIs(browser)).toBeUndefined();
    const finish = (code: string | undefined) =>
      browser.call(`${shop.origin}/identity/second-factor`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shop.origin },
        body: JSON.stringify({ code }),
      });
    expect((await finish('000000')).status).toBe(401);
    expect(await whoIs(browser)).toBeUndefined();
    expect((await finish(app?.code())).status).toBe(200);
    expect((await whoIs(browser))?.email).toBe(person?.email);
    expect(browser.cookie('inventory_pending')).toBeUndefined();
  });
});

describe('an address that has an account', () => {
  const personOf = (client: ApiClient) => ({ ...somebody(), email: client.email });

  it('that nobody proved is taken over: the password, the sessions and the tokens of before end', async () => {
    const imposter = await signUp(shop.origin, 'Imposter');
    issuer.person = personOf(imposter);
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toBe('/tools?search=saw');
    expect((await imposter.get('/me/logins')).status).toBe(401);
    await expect(signIn(shop.origin, imposter.email)).rejects.toThrow('401');
    const owner = await whoIs(browser);
    expect(owner && uidIn(owner)).toBe(uidIn(imposter));
    expect((await owner?.get<MyLogins>('/me/logins'))?.body).toMatchObject({ hasPassword: false });
  });

  it('of an admin is not taken over, but linked by who signs in to it', async () => {
    issuer.person = { ...somebody(), email: demoAdmin.email };
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toBe('/login?google=link&from=%2Ftools%3Fsearch%3Dsaw');
    expect(await whoIs(browser)).toBeUndefined();
    await browser.call(`${shop.origin}/identity/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin },
      body: JSON.stringify({ email: demoAdmin.email, password: demoPassword }),
    });
    expect(browser.cookie('inventory_link')).toBeUndefined();
    const later = new HttpBrowser();
    expect(await withGoogle(later)).toBe('/tools?search=saw');
    expect((await whoIs(later))?.email).toBe(demoAdmin.email);
    const { body } = await shop.admin.get<MyLogins>('/me/logins');
    expect(body).toMatchObject({ hasPassword: true, logins: [{ id: expect.any(String) }] });
  });

  it('that an issuer had proved is not somebody else’s with the same address', async () => {
    const before = issuer.person;
    await withGoogle(new HttpBrowser());
    issuer.person = { ...somebody(), email: before?.email };
    const browser = new HttpBrowser();
    expect(await withGoogle(browser)).toContain('/login?google=link');
    expect(await whoIs(browser)).toBeUndefined();
  });

  it('is not linked by somebody else who signs in in the same browser', async () => {
    const proved = issuer.person;
    await withGoogle(new HttpBrowser());
    issuer.person = { ...somebody(), email: proved?.email };
    const browser = new HttpBrowser();
    await withGoogle(browser);
    const somebodyElse = await signUp(shop.origin);
    await browser.call(`${shop.origin}/identity/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin },
      body: JSON.stringify({ email: somebodyElse.email, password }),
    });
    expect(browser.cookie('inventory_link')).toBeUndefined();
    const { body } = await somebodyElse.get<MyLogins>('/me/logins');
    expect(body.logins).toEqual([]);
  });
});

describe('the ways to sign in', () => {
  /** Somebody with a password, and the browser that they are signed in with. */
  async function member() {
    const client = await signUp(shop.origin);
    const browser = new HttpBrowser();
    await browser.call(`${shop.origin}/identity/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin },
      body: JSON.stringify({ email: client.email, password }),
    });
    return { client, browser };
  }

  /** Presses 'Link Google' in My Profile; resolves to the page that one ends at. */
  async function link({ client, browser }: { client: ApiClient; browser: HttpBrowser }): Promise<string> {
    const response = await browser.call(`${shop.origin}/me/logins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
      body: JSON.stringify({ returnTo: '/dashboard/myprofile' }),
    });
    const { address }: { address: string } = await response.json();
    const { pathname, search } = await browser.go(address, isPage);
    return pathname + search;
  }

  it('are added by who is signed in, and taken away, but for the last', async () => {
    const person = await member();
    expect(await link(person)).toBe('/dashboard/myprofile?google=linked');
    const again = new HttpBrowser();
    await withGoogle(again);
    expect((await whoIs(again))?.email).toBe(person.client.email);

    const { body } = await person.client.get<MyLogins>('/me/logins');
    const [login] = body.logins;
    expect((await person.client.delete(`/me/logins/${login?.id}`)).status).toBe(204);
    expect((await person.client.get<MyLogins>('/me/logins')).body.logins).toEqual([]);

    issuer.person = somebody();
    const only = new HttpBrowser();
    await withGoogle(only);
    const owner = await whoIs(only);
    const own = await owner?.get<MyLogins>('/me/logins');
    const refused = await owner?.delete<{ detail: string }>(`/me/logins/${own?.body.logins[0]?.id}`);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('only way to sign in') } });
  });

  it('are one account’s each', async () => {
    const first = await member();
    await link(first);
    const second = await member();
    expect(await link(second)).toBe('/dashboard/myprofile?google=linked-elsewhere');
    expect((await second.client.get<MyLogins>('/me/logins')).body.logins).toEqual([]);
  });

  it('are added to nobody whose browser another page sends on', async () => {
    const person = await member();
    const stranger = await member();
    const call = { headers: { 'content-type': 'application/json' } };
    const begun = await stranger.browser.call(`${shop.origin}/me/logins`, {
      method: 'POST',
      headers: { ...call.headers, authorization: `Bearer ${person.client.token}` },
      body: '{"returnTo":"/"}',
    });
    const { address }: { address: string } = await begun.json();
    // The browser is signed in as somebody else than who asked.
    expect((await stranger.browser.go(address, isPage)).search).toBe('?google=again');
    for (const { client } of [person, stranger]) {
      expect((await client.get<MyLogins>('/me/logins')).body.logins).toEqual([]);
    }
  });

  it('prove anew who one is, if they are one’s own', async () => {
    const person = await member();
    const confirm = `${shop.origin}/identity/google?confirm=1&returnTo=/dashboard`;
    expect((await person.browser.go(confirm, isPage)).search).toBe('?google=another');
    await link(person);
    expect((await person.browser.go(confirm, isPage)).search).toBe('?google=confirmed');
    expect(issuer.asked.at(-1)?.get('prompt')).toBe('login');
    issuer.person = somebody();
    expect((await person.browser.go(confirm, isPage)).search).toBe('?google=another');
    expect((await new HttpBrowser().go(confirm, isPage)).search).toContain('google=expired');
  });
});

describe('who has no password', () => {
  it('is forgotten by their own wish, after a sign-in of the last minutes', async () => {
    const browser = new HttpBrowser();
    await withGoogle(browser);
    const person = await whoIs(browser);
    expect((await person?.call('DELETE', '/me', { body: {} }))?.status).toBe(204);
    expect(await whoIs(browser)).toBeUndefined();
    const refused = await shop.shopper.call('DELETE', '/me', { body: {} });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
  });
});
