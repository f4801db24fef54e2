import { describe, expect, it } from 'vitest';
import { shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { emailField, logIn, passwordField } from './sign-in-form.ts';

const visits = browserFixture();

describe('the login and the sign-up', () => {
  it('say what is missing or wrong in what was typed', async () => {
    const page = await visits.openPage();
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    for (const message of ['Name is Required', 'Email is Required', 'Password is Required']) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    for (const message of ['Email is Required', 'Password is Required']) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    await logIn(page, 'somebody', '12345');
    await page.getByText('error message', { exact: true }).waitFor();
    await page.getByText('Must be 6 characters long or longer', { exact: true }).waitFor();
  });

  it('show the words of the identity provider, and keep what was typed', async () => {
    const { user } = await shopper(visits.origin);
    const page = await visits.openPage({ expected: [/status of 401/, /status of 409/] });
    await page.goto('/login');
    await logIn(page, user.email, 'not the password');
    await page.getByRole('alert').filter({ hasText: 'The email or the password is wrong.' }).waitFor();
    expect(await emailField(page).inputValue()).toBe(user.email);

    await page.goto('/signup');
    await page.getByLabel('Name').fill('Somebody Else');
    await emailField(page).fill(user.email);
    await passwordField(page).fill('hang a hammer');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('alert').filter({ hasText: /email/i }).waitFor();
  });

  it('offer Google', async () => {
    const page = await visits.openPage();
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      const google = page.getByRole('link', { name: 'Continue With Google' });
      expect(await google.getAttribute('href')).toContain(`/identity/google?returnTo=${encodeURIComponent(path)}`);
    }
  });
});
