import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import '../../testing/browser.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { fakeToken, shopper, signInAsShopper, somebodyElse } from '../../testing/signed-in.ts';
import { get } from '../api/api.ts';
import { onAccessChange, storeAccess, storedAccess } from './access-token.ts';
import { turnPatienceMs } from './one-at-a-time.ts';
import { freshToken, keepFresh, newEmail, renew, resume, signOut } from './session.ts';
import { finishSignIn, signIn, signUp } from './sign-in.ts';

const credentials = { email: shopper.email, password: 'inventory' };

/** Counts how often the session is renewed. */
function countRenewals(): { count: number } {
  const renewals = { count: 0 };
  fakeShop.events.removeAllListeners();
  fakeShop.events.on('request:start', ({ request }) => {
    if (request.url.endsWith('/identity/refresh')) renewals.count += 1;
  });
  return renewals;
}

/** A server that takes only the one token. */
function admitOnly(isGood: (token: string) => boolean): void {
  fakeShop.use(
    http.get('*/booking', ({ request }) =>
      isGood(request.headers.get('Authorization')?.slice(7) ?? '') ? HttpResponse.json([]) : problem(401, 'Expired.'),
    ),
  );
}

describe('signing in', () => {
  it('trades the ID token for the access token and stores that', async () => {
    let asked: unknown;
    fakeShop.use(
      http.put('*/user/:email', async ({ request, params }) => {
        asked = [params.email, request.headers.get('Authorization'), await request.json()];
        return HttpResponse.json({ token: fakeToken() });
      }),
    );
    await signIn(credentials);
    expect(asked).toEqual([shopper.email, 'Bearer id-token', { email: shopper.email }]);
    expect(localStorage.getItem('accessToken')).toBe(storedAccess()?.token);
    expect(storedAccess()?.user).toEqual(shopper);
  });

  it('stores nothing when the password is wrong', async () => {
    fakeShop.use(http.post('*/identity/sign-in', () => problem(401, 'Wrong.')));
    await expect(signIn(credentials)).rejects.toThrow('Wrong.');
    expect(storedAccess()).toBeUndefined();
  });
});

describe('a stored token', () => {
  it('is a session by itself', () => {
    localStorage.setItem('accessToken', fakeToken());
    expect(storedAccess()?.user.email).toBe(shopper.email);
  });

  it('is none when it is no token', () => {
    localStorage.setItem('accessToken', 'rubbish');
    expect(storedAccess()).toBeUndefined();
  });

  it('is no older by a clock that is a day ahead, and is renewed when it is as old as it may be', async () => {
    const aDay = 24 * 60 * 60_000;
    const token = fakeToken({ iat: Math.floor(Date.now() / 1_000) });
    const renewals = countRenewals();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aDay });
    onTestFinished(() => void vi.useRealTimers());
    storeAccess(token, shopper);
    expect(await freshToken()).toBe(token);
    expect(renewals.count).toBe(0);
    vi.setSystemTime(Date.now() + 15 * 60_000);
    expect(await freshToken()).not.toBe(token);
    expect(renewals.count).toBe(1);
  });

  it('is renewed before a request when it has expired, once for all who ask', async () => {
    const stale = signInAsShopper(-60);
    const renewals = countRenewals();
    const tokens = await Promise.all([freshToken(), freshToken(), freshToken()]);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(stale);
    expect(renewals.count).toBe(1);
  });

  it('is renewed once when the server refuses it, and the request is repeated', async () => {
    const refused = signInAsShopper();
    admitOnly((token) => token !== refused);
    expect(await get('/booking')).toEqual([]);
  });

  it('is not renewed a second time for the same request', async () => {
    signInAsShopper();
    const renewals = countRenewals();
    admitOnly(() => false);
    await expect(get('/booking')).rejects.toMatchObject({ status: 401 });
    expect(renewals.count).toBe(1);
  });

  it('is forgotten when the session is over', async () => {
    signInAsShopper(-60);
    fakeShop.use(http.post('*/identity/refresh', () => problem(401, 'No session.')));
    expect(await freshToken()).toBeUndefined();
    expect(storedAccess()).toBeUndefined();
  });

  it('is kept while the server is away', async () => {
    signInAsShopper(-60);
    fakeShop.use(http.post('*/identity/refresh', () => HttpResponse.error()));
    await expect(freshToken()).rejects.toThrow();
    expect(storedAccess()).toBeDefined();
  });

  it('is asked for once while the server is away, whoever waits for it', async () => {
    signInAsShopper(-60);
    const renewals = countRenewals();
    fakeShop.use(http.post('*/identity/refresh', () => HttpResponse.error()));
    const outcomes = await Promise.allSettled([freshToken(), freshToken(), freshToken()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(renewals.count).toBe(1);
  });

  it('is kept while the shop cannot renew it, and renewed once it can', async () => {
    const stale = signInAsShopper(-60);
    fakeShop.use(http.post('*/identity/refresh', () => problem(503, 'Please try again in a moment.'), { once: true }));
    await expect(freshToken()).rejects.toThrow();
    expect(storedAccess()?.token).toBe(stale);
    expect(await freshToken()).not.toBe(stale);
    expect(storedAccess()).toBeDefined();
  });

  it('says of the email that is another by now which it was before, and of somebody else’s nothing', async () => {
    const heard = vi.fn();
    newEmail.act = heard;
    onTestFinished(() => void Reflect.deleteProperty(newEmail, 'act'));
    const email = 'renamed@inventory.dev';
    const as = (user: typeof shopper) =>
      fakeShop.use(http.post('*/identity/refresh', () => HttpResponse.json({ idToken: 'id-token', user })));
    as({ ...shopper, email });
    await renew(signInAsShopper());
    expect(heard.mock.calls).toEqual([[shopper.email, email]]);
    as(somebodyElse);
    await renew(storedAccess()?.token ?? '');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is renewed silently before it expires', async () => {
    const first = signInAsShopper(61);
    const ending = new AbortController();
    keepFresh(ending.signal);
    await waitFor(() => expect(storedAccess()?.token).not.toBe(first));
    ending.abort();
  });
});

describe('a renewal that is on its way', () => {
  /** Which waits for its answer, and what lets it come. */
  async function underWay(answer: () => Response) {
    const [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    fakeShop.use(
      http.post('*/identity/refresh', async () => {
        asked.resolve();
        await given.promise;
        return answer();
      }),
    );
    onTestFinished(() => given.resolve());
    const renewed = renew(signInAsShopper());
    await asked.promise;
    return () => {
      given.resolve();
      return renewed;
    };
  }
  const good = () => HttpResponse.json({ idToken: 'id-token', user: shopper });
  const over = () => problem(401, 'No session.');

  it('signs nobody in again who signs out meanwhile, also where the shop hears nothing of that', async () => {
    fakeShop.use(http.post('*/identity/sign-out', () => HttpResponse.error()));
    const finish = await underWay(good);
    const isOut = signOut();
    expect(storedAccess()).toBeUndefined();
    expect(await finish()).toBeUndefined();
    await isOut;
    expect(storedAccess()).toBeUndefined();
  });

  it.each([
    ['sign-in', () => signIn(credentials)],
    ['sign-up', () => signUp({ name: 'Mina', ...credentials })],
    ['second-factor', () => finishSignIn({ code: '000000' })],
    ['sign-out', () => signOut()],
    ['refresh', () => resume()],
  ])('has its cookie set before that of a %s', async (path, begin) => {
    const asked: string[] = [];
    fakeShop.use(http.post('*/identity/second-factor', good));
    const finish = await underWay(good);
    fakeShop.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
    onTestFinished(() => fakeShop.events.removeAllListeners());
    const begun = begin();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toEqual([]);
    await finish();
    await begun;
    expect(asked).toContain(`/identity/${path}`);
  });

  it('keeps nobody from signing out for long when it hangs', async () => {
    const finish = await underWay(good);
    const asked = Promise.withResolvers<void>();
    fakeShop.use(
      http.post('*/identity/sign-out', () => {
        asked.resolve();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const isOut = signOut();
    await vi.advanceTimersByTimeAsync(turnPatienceMs);
    vi.useRealTimers();
    await asked.promise;
    await isOut;
    await finish();
  });

  it.each([
    ['comes', good],
    ['is refused', over],
  ])('takes nobody’s place who signs in meanwhile, when it %s', async (_, answer) => {
    const finish = await underWay(answer);
    const theirs = fakeToken({ email: somebodyElse.email });
    storeAccess(theirs, somebodyElse);
    await finish();
    expect(storedAccess()).toMatchObject({ token: theirs, user: somebodyElse });
  });
});

describe('signing out', () => {
  it('clears the token even when the server is away', async () => {
    signInAsShopper();
    fakeShop.use(http.post('*/identity/sign-out', () => HttpResponse.error()));
    await signOut();
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it('in another tab is heard in this one', () => {
    signInAsShopper();
    const heard = vi.fn();
    const stop = onAccessChange(heard);
    localStorage.removeItem('accessToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    expect(heard).toHaveBeenCalledOnce();
    expect(storedAccess()).toBeUndefined();
    stop();
  });
});
