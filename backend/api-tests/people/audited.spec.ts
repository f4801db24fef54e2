import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { type ApiClient, password, signUp } from '../../testing/api-client.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

/** At noon: what is written by days must not fall into two of them. */
const toNoon = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + toNoon) });

const uidOf = ({ token }: ApiClient) => decodeJwt(token ?? '').sub;

describe('what an auditor looks for', () => {
  it('has the sign-ins that failed, by a keyed hash of the address, and not each of many', async () => {
    const { email } = shop.shopper;
    const signIn = (address: string) =>
      shop.nobody.post('/identity/sign-in', { email: address, password: 'not the password' });
    for (let n = 0; n < 7; n++) expect((await signIn(email)).status).toBe(401);
    expect((await signIn('nobody-at-all@example.com')).status).toBe(401);
    const failed = await storedEventsOf(shop, 'SignInFailed');
    const [{ data: opened } = { data: {} }] = await storedEventsOf(shop, 'SessionStarted');
    const known = (opened as { accountId: string }).accountId;
    expect(failed.map(({ data }) => (data as { times: number }).times)).toEqual([1, 2, 4, 1]);
    expect(known).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(failed.map(({ data }) => (data as { accountId: string }).accountId)).size).toBe(2);
    expect(failed.every(({ stream }) => /^failed-sign-ins-\d{4}-\d\d-\d\d$/.test(stream))).toBe(true);
    expect(JSON.stringify(failed, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      /example\.com|not the password/,
    );
  });

  it('has who wanted to make an admin without being one, and whom', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await shop.shopper.put(`/user/admin/${shop.other.email}`)).status).toBe(403);
    }
    expect((await shop.nobody.put(`/user/admin/${shop.other.email}`)).status).toBe(401);
    const refused = await storedEventsOf(shop, 'PromotionRefused');
    expect(refused.map(({ data, meta }) => ({ data, actor: meta.actor }))).toEqual(
      [1, 2].map((times) => ({
        data: { by: uidOf(shop.shopper), uid: uidOf(shop.other), times, since: expect.any(String) },
        actor: { uid: uidOf(shop.shopper), role: 'user' },
      })),
    );
  });

  it('has the sessions that began and were ended, by whose they were', async () => {
    const mina = await signUp(shop.origin);
    const reply = await shop.nobody.post('/identity/sign-in', { email: mina.email, password });
    await shop.nobody.post('/identity/sign-out', undefined, { headers: { cookie: sessionCookieOf(reply).pair } });
    const events = await storedEventsOf(shop, 'SessionStarted', 'SessionEnded');
    const hers = events.filter(({ data }) => (data as { uid: string }).uid === uidOf(mina));
    expect(hers.map(({ type, meta }) => [type, meta.actor])).toEqual(
      ['SessionStarted', 'SessionStarted', 'SessionEnded'].map((type) => [type, { uid: uidOf(mina), role: 'user' }]),
    );
    expect(hers.at(-1)?.data).toEqual({ uid: uidOf(mina), because: 'signed-out' });
  });
});
