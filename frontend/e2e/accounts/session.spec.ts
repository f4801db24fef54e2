import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../backend/testing/api-client.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { type Account, newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order } from '../buying/orders.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { logIn } from './sign-in-form.ts';

/** How far the shop's clock is behind. Who signs in while it is has a token that is old already. */
let behindMs = 0;
const visits = browserFixture({ now: () => new Date(Date.now() - behindMs) });
const refused = /status of 40[13]/;
const myOrders = { path: '/dashboard/myorders', heading: 'My Orders' };

async function withOldToken(): Promise<Account> {
  behindMs = 20 * 60_000;
  try {
    return await newcomer(visits.origin);
  } finally {
    behindMs = 0;
  }
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

const isAtHomeSignedOut = async (page: Page) => {
  await eventually(() => new URL(page.url()).pathname).toBe('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(await storedToken(page)).toBeNull();
};

describe('a session', () => {
  thoroughly('lives on over a reload, in a token that is sent along', async () => {
    const buyer = await shopper(visits.origin);
    const page = await visits.openPage();
    await page.goto('/login');
    await logIn(page, buyer.user.email, buyer.password);
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).waitFor();
    const token = await storedToken(page);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/booking');
    await show(page, myOrders);
    expect((await asked).headers().authorization).toBe(`Bearer ${token}`);
    await page.goto('/login');
    await eventually(() => new URL(page.url()).pathname).toBe('/');
  });

  thoroughly('is renewed silently when its token is old', async () => {
    const buyer = await withOldToken();
    const page = await visits.openPage({ signedInAs: buyer });
    const renewals = countCalls(page, '/identity/refresh');
    await show(page, myOrders);
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(await storedToken(page)).not.toBe(buyer.api.token);
    expect(renewals()).toBe(1);
  });

  thoroughly('is renewed before its token gets old', async () => {
    const buyer = await shopper(visits.origin);
    const page = await visits.openPage({ signedInAs: buyer });
    await page.clock.install();
    await show(page, { path: '/timing', heading: 'Our Timings' });
    await page.clock.fastForward('14:30');
    await eventually(() => storedToken(page)).not.toBe(buyer.api.token);
  });

  thoroughly('is renewed when the shop does not take its token any more', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin), expected: [refused] });
    await page.route(/\/booking\?/, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
    await show(page, myOrders);
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  });

  thoroughly('stays while the shop cannot be reached to renew it', async () => {
    const page = await visits.openPage({ signedInAs: await withOldToken(), expected: [/ERR_FAILED/] });
    await page.route('**/identity/refresh', (route) => route.abort());
    await page.goto(myOrders.path);
    await page.getByRole('heading', { name: 'Your orders could not be fetched' }).waitFor();
    await page.unroute('**/identity/refresh');
    // By itself: what is shown is asked for again once the shop can be heard.
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  });

  thoroughly('that is over on the server is over here, and one is at home', async () => {
    const buyer = await withOldToken();
    const page = await visits.openPage({ signedInAs: buyer, expected: [refused] });
    await page.context().clearCookies();
    await page.goto(myOrders.path);
    await isAtHomeSignedOut(page);
  });

  thoroughly.each([401, 403])('ends when the list of orders is answered %i, and one is at home', async (status) => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin), expected: [refused] });
    await page.route(/\/booking\?/, (route) => route.fulfill({ status, json: {} }));
    const signedOut = page.waitForResponse('**/identity/sign-out');
    await page.goto(myOrders.path);
    await isAtHomeSignedOut(page);
    expect((await signedOut).status()).toBe(204);
  });

  it('that is ended elsewhere leaves the page at once, says why, and comes back to it', async () => {
    const buyer = await newcomer(visits.origin);
    const page = await visits.openPage({ signedInAs: buyer, expected: [refused, /socket\.io/] });
    await show(page, { path: '/dashboard/myprofile', heading: 'My Profile' });
    const places = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await places.getByText('(this one)').waitFor();
    const education = page.getByRole('textbox', { name: 'Education' });
    await education.fill('Half of it');
    const elsewhere = await signIn(visits.origin, buyer.user.email);
    await eventually(() => places.count()).toBe(2);
    await elsewhere.delete('/me/sessions?keep=this');
    await isShown(page, 'Login');
    await page.getByText('You signed out of this browser from another place. Please log in again.').waitFor();
    await page.getByText('What you filled in is kept until you log in again.').waitFor();
    expect(await storedToken(page)).toBeNull();
    await logIn(page, buyer.user.email, buyer.password);
    await isShown(page, 'My Profile');
    await eventually(() => education.inputValue()).toBe('Half of it');
    await eventually(() => places.count()).toBe(2);
  });

  thoroughly('leaves nothing for the next person', async () => {
    const [first, second] = [await newcomer(visits.origin, 'Fir St'), await newcomer(visits.origin, 'Sec Ond')];
    await order(first, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: first });
    await show(page, myOrders);
    await page.getByText('1 × Claw Hammer 16 oz').waitFor();
    const gone = page.waitForResponse('**/identity/sign-out');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await isAtHomeSignedOut(page);
    await gone;
    expect(await page.context().cookies()).toEqual([]);

    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await logIn(page, second.user.email, second.password);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await isShown(page, 'Orders Info');
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(await page.getByText('Claw Hammer').count()).toBe(0);
  });

  thoroughly(
    'of somebody else who logged in in another tab, with no sign-out between, shows in this one what is theirs',
    async () => {
      const [first, second] = [await newcomer(visits.origin), await newcomer(visits.origin)];
      await order(first, 'Claw Hammer 16 oz');
      await order(second, 'Hand Saw 22 in');
      const page = await visits.openPage({ signedInAs: first });
      await show(page, myOrders);
      await page.getByText('1 × Claw Hammer 16 oz').waitFor();
      const tab = await visits.openTab(page);
      // Any document of the shop's will do to write there.
      await tab.goto('/openapi.json');
      await tab.evaluate(
        ({ token, user }) => {
          localStorage.setItem('signedInUser', user);
          localStorage.setItem('accessToken', token);
        },
        { token: `${second.api.token}`, user: JSON.stringify(second.user) },
      );
      await page.getByText('1 × Hand Saw 22 in').waitFor();
      expect(await page.getByText('Claw Hammer').count()).toBe(0);
    },
  );

  thoroughly('goes back after the login to the page that asked for it, with all of its address', async () => {
    const buyer = await shopper(visits.origin);
    const page = await visits.openPage();
    await page.goto('/dashboard/myorders?from=mail');
    await isShown(page, 'Login');
    await logIn(page, buyer.user.email, buyer.password);
    await page.waitForURL('**/dashboard/myorders?from=mail');
  });
});
