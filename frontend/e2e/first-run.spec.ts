import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../backend/doubles/quick-passwords.ts';
import { startShop } from '../../backend/testing/running-shop.ts';
import { violationsOn } from './axe.ts';
import { browserFixture } from './browser-fixture.ts';
import { isShown } from './screens-of-the-shop.ts';
import { emailField, passwordField } from './sign-in-form.ts';

const visits = browserFixture();

describe('the owner of an empty shop', () => {
  it('becomes its admin by the code, is told what to do first, and puts the first product on the home page', async () => {
    const printed: string[] = [];
    const shop = await startShop({ SEED: 'none' }, { passwords: quickPasswords, print: (line) => printed.push(line) });
    onTestFinished(() => shop.end());
    const [, address = '', code = ''] = /at (\S+), with the code (\S+)$/.exec(printed.join('\n')) ?? [];
    const page = await visits.openPage({ at: shop.origin, expected: [/status of 40[13]/] });

    await page.goto(address);
    await isShown(page, 'Login');
    expect(await page.getByText('This is a demo').count()).toBe(0);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('main').getByLabel('Name').fill('Olga Owner');
    await emailField(page).fill('olga@inventory.example');
    await passwordField(page).fill('sturdy-hammer-42');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await isShown(page, 'Set up your shop');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Code').fill('WRONG-CODE');
    await page.getByRole('button', { name: 'Become the admin' }).click();
    await page.getByText(/That is not the code/).waitFor();
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.keyboard.press('Enter');

    await isShown(page, 'Orders Info');
    const steps = page.getByRole('region', { name: 'Open your shop' });
    await steps.getByText('3 things are left to do.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
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

describe('the login of a demo', () => {
  it('says who to log in as', async () => {
    const page = await visits.openPage();
    await page.goto('/login');
    await page.getByText(/This is a demo\. Log in as admin@inventory\.dev or shopper@inventory\.dev/).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
