import { afterAll, describe, expect, it } from 'vitest';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { googleVisits, somebody } from '../people/google-visits.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const perMinute = 1;
const issuer = await issuerUnderTest();
const shop = shopUnderTest({ ...issuer.settings, LOGIN_LIMIT_ACCOUNT: `${perMinute}` });
const { withGoogle, whoIs } = googleVisits(shop);
afterAll(() => issuer.close());

describe('signing in with Google over and over', () => {
  it('has an end in the hour, as right passwords have, and nobody else’s', async () => {
    issuer.person = somebody();
    for (let times = 0; times < perMinute * 60; times++) expect(await withGoogle(new HttpBrowser(), '/')).toBe('/');
    const browser = new HttpBrowser();
    expect(await withGoogle(browser, '/')).toBe('/login?google=too-often');
    expect(await whoIs(browser)).toBeUndefined();
    issuer.person = somebody();
    expect(await withGoogle(browser, '/')).toBe('/');
    const began = await storedEventsOf(shop, 'SessionStarted');
    expect(began.filter(({ data }) => (data as { by: string }).by === 'provider')).toHaveLength(perMinute * 60 + 1);
  });
});
