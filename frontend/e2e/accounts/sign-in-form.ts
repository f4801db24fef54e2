import type { Page } from 'playwright-core';

/** The email field of the login or the sign-up; the newsletter box below has one too. */
export const emailField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Email' });
export const passwordField = (page: Page) => page.getByRole('main').getByLabel('Password', { exact: true });

/** Fills the login and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
