import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { issuerUnderTest } from '../../../backend/testing/servers/issuer-under-test.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown } from '../looks/screens-of-the-shop.ts';

const issuer = await issuerUnderTest();
const visits = browserFixture({}, issuer.settings);
afterAll(() => issuer.close());

const mina = { sub: 'subject of Mina', email: 'mina@example.com', email_verified: true, name: 'Mina' };
const expected = [/left the origin: http:\/\/127\.0\.0\.1/, /status of 401/];

beforeEach(() => {
  issuer.person = mina;
  issuer.misstated = {};
});

/** Where 'Continue With Google' leads. */
const begin = '/identity/google?returnTo=%2Ftiming';

/** Presses 'Continue With Google' at the login. */
async function continueWithGoogle(page: Page, from = '/timing'): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ from })}`);
  await page.getByRole('link', { name: 'Continue With Google' }).click();
}

/** Waits until the login says that, to who cannot see it too, and that nobody is signed in. */
async function isRefused(page: Page, words: RegExp): Promise<void> {
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
}

describe('Continue With Google', () => {
  it('signs one in, and goes on to where one wanted to go', async () => {
    const page = await visits.openPage({ expected });
    await continueWithGoogle(page);
    await page.waitForURL('**/timing');
    await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
  });

  thoroughly('says so when one cancels', async () => {
    issuer.person = undefined;
    const page = await visits.openPage({ expected });
    await continueWithGoogle(page);
    await isRefused(page, /You cancelled/);
  });

  const otherwise = [
    ['another state', '/identity/google/callback', 'state', 'another'],
    ['another nonce', '/auth', 'nonce', 'another'],
    ['another issuer', '/identity/google/callback', 'iss', 'https://evil.example'],
  ] as const;
  it.each(inTurn(otherwise, 1))('signs nobody in who comes back with %s', async (_, where, name, value) => {
    const page = await visits.openPage({ expected });
    const asked = await page.request.get(begin, { maxRedirects: 0 });
    const there = new URL(asked.headers().location ?? '');
    if (where === '/auth') there.searchParams.set(name, value);
    // The issuer's answer, before the shop has it.
    const back = await answerOf(page, there);
    if (where !== '/auth') back.searchParams.set(name, value);
    await page.goto(back.href);
    await isRefused(page, /did not work/);
  });

  thoroughly('signs nobody in with a token of another issuer', async () => {
    issuer.misstated = { iss: 'https://evil.example' };
    const page = await visits.openPage({ expected });
    await continueWithGoogle(page);
    await isRefused(page, /did not work/);
  });

  thoroughly('leads to any page, which shows at once who is signed in', async () => {
    const page = await visits.openPage({ expected });
    await page.goto('/identity/google?returnTo=/dashboard/myorders');
    await isShown(page, 'My Orders');
    expect(new URL(page.url()).pathname).toBe('/dashboard/myorders');
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).not.toContain('inventory_signed_in');
  });

  it('takes a code once', async () => {
    const page = await visits.openPage({ expected });
    const asked = await page.request.get(begin, { maxRedirects: 0 });
    const back = await answerOf(page, new URL(asked.headers().location ?? ''));
    await page.request.get(back.href, { maxRedirects: 0 });
    await page.context().clearCookies({ name: 'inventory_session' });
    await page.goto(back.href);
    await isRefused(page, /took too long, or was begun in another browser/);
  });

  it('takes no email that Google has not verified', async () => {
    issuer.person = { ...mina, sub: 'another', email_verified: false };
    const page = await visits.openPage({ expected });
    await continueWithGoogle(page);
    await isRefused(page, /has not verified your email/);
  });

  thoroughly.each(inTurn(['https://evil.example/', '//evil.example', '/\\evil.example'], 1))(
    'never leads to %s',
    async (from) => {
      const direct = await visits.openPage({ expected });
      await direct.goto(`/identity/google?${new URLSearchParams({ returnTo: from })}`);
      expect(new URL(direct.url()).origin).toBe(visits.origin);
      const page = await visits.openPage({ expected });
      await continueWithGoogle(page, from);
      await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
      expect(new URL(page.url()).origin).toBe(visits.origin);
    },
  );

  thoroughly('is linked in My Profile by who is signed in', async () => {
    issuer.person = { ...mina, sub: 'of a member' };
    const signedInAs = await newcomer(visits.origin);
    const page = await visits.openPage({ expected, signedInAs });
    await page.goto('/dashboard/myprofile');
    await page.getByRole('button', { name: 'Link Google' }).click();
    await page.getByText('Google is linked: you can log in with it from now on.').waitFor();
    await page.getByRole('button', { name: 'Unlink Google' }).waitFor();
  });
});

/** Walks through the issuer's redirects; resolves to where it sends the browser back to. */
async function answerOf(page: Page, start: URL): Promise<URL> {
  let address = start;
  while (address.pathname !== '/identity/google/callback') {
    const answer = await page.request.get(address.href, { maxRedirects: 0 });
    address = new URL(answer.headers().location ?? '', address);
  }
  return address;
}
