import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MyLogins } from '../../../modules/identity/contract.ts';
import { knownBrowserCookie } from '../../../modules/identity/signing-in/known-browsers.ts';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { googleVisits, isPage, somebody } from '../people/google-visits.ts';
import { addApp } from '../people/waiting-sign-in.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';

const issuer = await issuerUnderTest();
const shop = shopUnderTest(issuer.settings);
const { post, withGoogle, whoIs } = googleVisits(shop);
afterAll(() => issuer.close());

beforeEach(() => {
  issuer.person = somebody();
  issuer.misstated = {};
});

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
    const finish = (code: string | undefined) => post(browser, '/identity/second-factor', { code });
    expect((await finish('000000')).status).toBe(401);
    expect(await whoIs(browser)).toBeUndefined();
    expect((await finish(app?.code())).status).toBe(200);
    expect((await whoIs(browser))?.email).toBe(person?.email);
    expect(browser.cookie('inventory_pending')).toBeUndefined();
  });
});

describe('who has no password', () => {
  it('is forgotten by their own wish, after a sign-in of the last minutes', async () => {
    const browser = new HttpBrowser();
    await withGoogle(browser);
    const person = await whoIs(browser);
    expect((await person?.call('DELETE', '/me'))?.status).toBe(204);
    expect(await whoIs(browser)).toBeUndefined();
    const refused = await shop.shopper.call('DELETE', '/me', { body: {} });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
  });
});
