import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MyLogins, SessionList } from '../../../modules/identity/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, password, signIn, signUp } from '../../testing/api-client.ts';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { googleVisits, isPage, somebody } from '../people/google-visits.ts';
import { addApp } from '../people/waiting-sign-in.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const issuer = await issuerUnderTest();
let ahead = 0;
const shop = shopUnderTest(issuer.settings, { now: () => new Date(Date.now() + ahead) });
const { post, signInHere, withGoogle, whoIs } = googleVisits(shop);
afterAll(() => issuer.close());

beforeEach(() => {
  issuer.person = somebody();
  issuer.misstated = {};
  ahead = 0;
});

const uidIn = ({ idToken }: ApiClient) => JSON.parse(atob(idToken.split('.')[1] ?? '')).sub as string;

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
    await signInHere(browser, demoAdmin.email, demoPassword);
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
    await signInHere(browser, somebodyElse.email, password);
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
    await signInHere(browser, client.email, password);
    return { client, browser };
  }

  /** Presses 'Link Google' in My Profile; resolves to the page that one ends at. */
  async function link({ client, browser }: { client: ApiClient; browser: HttpBrowser }): Promise<string> {
    const response = await post(
      browser,
      '/me/logins',
      { returnTo: '/dashboard/myprofile' },
      { authorization: `Bearer ${client.token}` },
    );
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
    expect(Date.parse(login?.linkedAt ?? '')).toBeCloseTo(Date.now(), -5);
    expect((await person.client.delete(`/me/logins/${login?.id}`)).status).toBe(204);
    expect((await person.client.get<MyLogins>('/me/logins')).body.logins).toEqual([]);
    const former = new HttpBrowser();
    await withGoogle(former);
    expect((await whoIs(former))?.email).toBe(issuer.person?.email);

    issuer.person = somebody();
    const only = new HttpBrowser();
    await withGoogle(only);
    const owner = await whoIs(only);
    const own = await owner?.get<MyLogins>('/me/logins');
    const refused = await owner?.delete<{ detail: string }>(`/me/logins/${own?.body.logins[0]?.id}`);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('only way to sign in') } });
  });

  it('end the other sessions when one is taken away: by it somebody may have come in whose it is', async () => {
    const person = await member();
    await link(person);
    const stranger = new HttpBrowser();
    await withGoogle(stranger);
    expect((await whoIs(stranger))?.email).toBe(person.client.email);
    const [login] = (await person.client.get<MyLogins>('/me/logins')).body.logins;
    const headers = { 'idempotency-key': randomUUID() };
    const takeAway = () => person.client.delete(`/me/logins/${login?.id}`, { headers });
    expect((await takeAway()).status).toBe(204);
    expect(await whoIs(stranger)).toBeUndefined();
    expect((await person.client.get('/me/logins')).status).toBe(200);
    // The same call again, whose answer was lost, ends none that began since.
    await signInHere(person.browser, person.client.email, password);
    expect((await takeAway()).status).toBe(204);
    expect(await whoIs(person.browser)).toBeDefined();
    // Nor does another, of a login that is none any more; and nothing is kept of it.
    const again = await person.client.delete(`/me/logins/${login?.id}`, {
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([again.status, again.headers.get('Event-Position')]).toEqual([204, null]);
    expect(await whoIs(person.browser)).toBeDefined();
  });

  it('let nobody in by one that was taken away before their second factor came', async () => {
    const person = await member();
    await link(person);
    const app = await addApp(person.client);
    const stranger = new HttpBrowser();
    expect(await withGoogle(stranger)).toContain('/login?second-factor');
    const [login] = (await person.client.get<MyLogins>('/me/logins')).body.logins;
    expect((await person.client.delete(`/me/logins/${login?.id}`)).status).toBe(204);
    const refused = await post(stranger, '/identity/second-factor', { code: app.code() });
    expect(refused.status).toBe(401);
    expect(await whoIs(stranger)).toBeUndefined();
    expect((await person.client.get('/me/logins')).status).toBe(200);
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
    const asPerson = { authorization: `Bearer ${person.client.token}` };
    const begun = await post(stranger.browser, '/me/logins', { returnTo: '/' }, asPerson);
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

  it('prove nothing by a cookie of a former renewal, which ends the session there, too', async () => {
    const { client, browser } = await member();
    const stolen = `inventory_session=${browser.cookie('inventory_session')}`;
    for (const _ of ['once', 'again']) expect(await whoIs(browser)).toBeDefined();
    ahead += 10_000;
    const confirm = `${shop.origin}/identity/google?confirm=1&returnTo=/dashboard`;
    const led = await new HttpBrowser().call(confirm, { headers: { cookie: stolen } });
    expect(led.headers.get('location')).toBe('/login?google=expired&from=%2Fdashboard');
    expect(await whoIs(browser)).toBeUndefined();
    const { body } = await client.get<SessionList>('/me/sessions');
    expect(body.sessions).toHaveLength(1); // That of the sign-up.
  });
});
