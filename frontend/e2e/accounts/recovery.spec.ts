import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openMailServer } from '../../../backend/testing/servers/mail-server.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { logIn } from './sign-in-form.ts';

const mail = await openMailServer();
const visits = browserFixture({}, { SMTP_URL: mail.url, MAIL_FROM: 'shop@inventory.example' });
afterAll(() => mail.close());

/** Where the newest mail of a subject leads that came to an address: a path of the shop. */
async function pathMailed(to: string, subject: string): Promise<string> {
  const mails = () => mail.received.filter((one) => one.to.includes(to) && one.headers.get('subject') === subject);
  await eventually(() => mails().length).toBeGreaterThan(0);
  return /\/account\/link#\S+/.exec(mails().at(-1)?.text ?? '')?.[0] ?? '';
}

const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('an account', () => {
  it('is got into again by a link to a new password', async () => {
    const { user } = await newcomer(visits.origin);
    const page = await visits.openPage();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The login, which has an email field too, stays until this page's code is there.
    await isShown(page, 'Forgot your password?');
    await page.getByRole('main').getByLabel('Email').fill(user.email);
    await press(page, 'Send a link');
    await page.getByText('a link is on its way').waitFor();
    await page.goto(await pathMailed(user.email, 'Set a new password'));
    await page.getByLabel('New password').fill('another good one');
    expect(new URL(page.url()).hash).toBe('');
    await press(page, 'Set password');
    await page.getByText('Your password is set').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await logIn(page, user.email, 'another good one');
    await signedIn(page);
  });

  thoroughly('gets another email by a link to it, and goes on with that', async () => {
    const account = await newcomer(visits.origin);
    const page = await visits.openPage({ signedInAs: account });
    const wanted = `new-${account.user.email}`;
    await page.goto('/dashboard/myprofile');
    await page.getByText('Not confirmed yet').waitFor();
    await page.getByLabel('New email').fill(wanted);
    await press(page, 'Change email');
    await page.getByText('We have mailed a link').waitFor();
    await page.goto(await pathMailed(wanted, 'Confirm your new email'));
    await press(page, 'Confirm');
    await page.getByText('Your email is now').waitFor();
    await page.getByRole('link', { name: 'To My Profile' }).click();
    await page.getByText('Confirmed:').waitFor();
    expect(await page.getByLabel('Email', { exact: true }).first().inputValue()).toBe(wanted);
  });
});
