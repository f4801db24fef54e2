import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../backend/doubles/quick-passwords.ts';
import { password, signUp } from '../../backend/testing/api-client.ts';
import { isThorough } from '../../backend/testing/as-often.ts';
import { startShop } from '../../backend/testing/running-shop.ts';
import { openMailServer } from '../../backend/testing/servers/mail-server.ts';
import { describeThoroughly } from '../../backend/testing/thoroughly.ts';
import { emailField, passwordField } from './accounts/sign-in-form.ts';
import { browserFixture } from './browser-fixture.ts';
import { violationsOn } from './looks/axe.ts';
import { isShown } from './looks/screens-of-the-shop.ts';

const visits = browserFixture();

describe('the owner of an empty shop', () => {
  it('becomes its admin by the code, is told what to do first, and puts the first product on the home page', async () => {
    const printed: string[] = [];
    const shop = await startShop({ SEED: 'none' }, { passwords: quickPasswords, print: (line) => printed.push(line) });
    onTestFinished(() => shop.end());
    const [, address = '', code = ''] = /at (\S+) with the code (\S+)$/.exec(printed.join('\n')) ?? [];
    const page = await visits.openPage({ at: shop.origin, expected: [/status of 40[13]/] });

    await page.goto('/login');
    await page.getByText('This shop has no admin yet.').waitFor();
    await page.goto(address);
    await isShown(page, 'Login');
    expect(await page.getByText('This is a demo').count()).toBe(0);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('main').getByLabel('Name').fill('Olga Owner');
    await emailField(page).fill('olga@inventory.example');
    await passwordField(page).fill('sturdy-hammer-42');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await isShown(page, 'Set up your shop');
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Code').fill('WRONG-CODE');
    await page.getByRole('button', { name: 'Become the admin' }).click();
    await page.getByText(/That is not the code/).waitFor();
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.keyboard.press('Enter');

    await isShown(page, 'Orders Info');
    const steps = page.getByRole('region', { name: 'Open your shop' });
    await steps.getByText('3 things are left to do.').waitFor();
    await steps.getByRole('button', { name: 'Send a test mail' }).click();
    await steps.getByText('Not sent, since this shop sends none yet.').waitFor();
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
    await steps.getByRole('link', { name: 'Read what it would have sent' }).click();
    await page.getByText('A test mail from your shop').waitFor();
    await page.goBack();
    await steps.getByRole('link', { name: 'Add a product' }).click();
    await isShown(page, 'Add A Product');
    const form = page.getByRole('main');
    const fields = {
      Name: 'The first hammer',
      Description: 'Drives nails.',
      'Minimum order': '1',
      Available: '5',
      'Price a piece': '12.5',
      'Total price': '12.5',
      Rating: '4',
      'Buy gear': '0',
    };
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole('textbox', { name: 'Picture' }).fill('/pictures/tools/claw-hammer.svg');
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Successfully Added A New Product').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { name: 'The first hammer' }).waitFor();

    await page.goto(`${shop.origin}/dashboard`);
    await steps.getByText('2 things are left to do.').waitFor();
    await steps.getByRole('button', { name: 'Put this away' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await isShown(page, 'Orders Info');
    expect(await steps.count()).toBe(0);
  });
});

describeThoroughly('an admin of a shop that has a mail server', () => {
  it('is told on the status page what came of a test mail: that it went out, or why not', async () => {
    const server = await openMailServer();
    onTestFinished(() => server.close());
    const printed: string[] = [];
    const settings = { SEED: 'none', SMTP_URL: server.url, MAIL_FROM: 'shop@inventory.example' };
    const shop = await startShop(settings, { passwords: quickPasswords, print: (line) => printed.push(line) });
    onTestFinished(() => shop.end());
    const owner = await signUp(shop.origin, 'Olga Owner');
    const code = /code (\S+)$/.exec(printed.join('\n'))?.[1];
    expect((await owner.post('/setup', { code })).status).toBe(200);
    const page = await visits.openPage({ at: shop.origin, expected: [/status of 401/] });
    await page.goto(`${shop.origin}/dashboard/status`);
    await emailField(page).fill(owner.email);
    await passwordField(page).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    const test = page.getByRole('button', { name: 'Send a test mail' });
    await test.click();
    await page.getByText(`Sent: the mail server took it, for ${owner.email}.`).waitFor();
    expect(server.received.filter(({ to }) => to.includes(owner.email)).length).toBeGreaterThan(0);
    server.refusing.recipient = 550;
    await test.click();
    await page.getByText(`Not sent: 127.0.0.1:${server.port} answered: 550 … is not wanted here.`).waitFor();
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
  });
});

describeThoroughly('the login of a demo', () => {
  it('says who to log in as', async () => {
    const page = await visits.openPage();
    await page.goto('/login');
    await page.getByText(/This is a demo\. Log in as admin@inventory\.dev or shopper@inventory\.dev/).waitFor();
    if (isThorough) expect(await violationsOn(page)).toEqual([]);
  });
});
