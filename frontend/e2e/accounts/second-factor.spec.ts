import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { quickPasswords } from '../../../backend/doubles/quick-passwords.ts';
import { payInSandbox } from '../../../backend/testing/api-client.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, ordersOf } from '../buying/orders.ts';
import { flawsOf } from '../looks/flaws.ts';
import { show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';
import { logIn } from './sign-in-form.ts';

const minutes = 60_000;
/** A passkey's name, and a word that no line has room for. */
const endless = 'Schlüssel'.repeat(6);
let ahead = 0;
const visits = browserFixture({ passwords: quickPasswords, now: () => new Date(Date.now() + ahead) });

afterEach(() => {
  ahead = 0;
});

describe('what wants a newer proof of who one is', () => {
  it('asks in a dialog over the refund, and then gives the money back as it was typed', async () => {
    const buyer = await newcomer(visits.origin, 'Rita Returns');
    const { id, price } = await order(buyer, 'Claw Hammer 16 oz');
    await payInSandbox(buyer.api, id, price);
    const chief = await admin(visits.origin);
    const page = await visits.openPage({ signedInAs: chief, expected: [/status of 40[13]/] });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    await page.getByRole('row').filter({ hasText: 'Rita Returns' }).getByRole('button').click();
    const refund = page.getByRole('dialog', { name: 'Refund this order' });
    await refund.getByLabel('Reason').fill('It is bent');
    ahead = 16 * minutes;
    await refund.getByRole('button', { name: 'Refund' }).click();
    const again = page.getByRole('dialog', { name: 'Is it you?' });
    await again.getByLabel('Password', { exact: true }).press('Escape');
    await eventually(() => refund.getByRole('alert').textContent()).toMatch(/nothing was done/);
    expect(await refund.getByLabel('Reason').inputValue()).toBe('It is bent');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await again.getByLabel('Password', { exact: true }).fill('not mine');
    await again.getByRole('button', { name: 'Confirm' }).click();
    await again.getByText('That is not your password.').waitFor();
    await again.getByLabel('Password', { exact: true }).fill(chief.password);
    await again.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The refund is on its way', { exact: true }).waitFor();
    ahead = 0; // The buyer's token is of before.
    await eventually(async () => (await ordersOf(buyer))[0]).toMatchObject({ status: 'refunded', refunded: price });
  });
});

describe('a second factor', () => {
  it('is added in My Profile, and asked for at the next login', async () => {
    const who = await newcomer(visits.origin, 'Two Steps');
    // Browsers know no passkeys at an address of numbers.
    const at = visits.origin.replace('127.0.0.1', 'localhost');
    const page = await visits.openPage({ at, expected: [/status of 401/] });
    await addAuthenticator(page);
    await logInAgain(page, who);
    await signedIn(page);
    await show(page, { path: '/dashboard/myprofile', heading: 'My Profile' });

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(endless);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('listitem').nth(9).waitFor();
    const recoveryCode = await codes.getByRole('listitem').first().innerText();
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: `Remove ${endless}` }).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await eventually(() => flawsOf(page), `the second factors at ${width}`).toEqual([]);
    }

    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const app = page.getByRole('dialog', { name: 'Add an authenticator app' });
    const secret = (await app.getByRole('code').innerText()).replaceAll(' ', '');
    const code = (steps: number) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
    await eventually(() =>
      app
        .getByRole('img', { name: 'QR code of the key below' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    await app.getByLabel('Code').fill(code(0));
    await app.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove Authenticator app' }).waitFor();

    await logInAgain(page, who);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await signedIn(page);

    await logInAgain(page, who);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('That is not right, or was used before.').waitFor();
    await page.getByLabel('Code').fill(code(1));
    await page.getByRole('button', { name: 'Login' }).click();
    await signedIn(page);

    await logInAgain(page, who);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Login' }).click();
    await signedIn(page);
  });
});

/** A virtual one, which says yes at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logInAgain(page: Page, { user, password }: { user: { email: string }; password: string }) {
  await page.context().clearCookies();
  // Nothing is there yet before the first page.
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await logIn(page, user.email, password);
}

const signedIn = (page: Page) =>
  eventually(() => page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
