import type { Page } from 'playwright-core';
import type { Cart } from '../../../modules/cart/contract.ts';
import type { Account } from '../account.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { toolNamed } from './orders.ts';

/** Tools of the demo. */
export const hammer = 'Claw Hammer 16 oz';
export const knife = 'Utility Knife';

/** Puts as many pieces as the form offers into the cart, on the tool's page. */
export async function put(page: Page, account: Account, ...names: string[]): Promise<void> {
  for (const name of names) {
    const { _id } = await toolNamed(account, name);
    await show(page, { path: `/tools/${_id}`, heading: name });
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'your cart' }).waitFor();
  }
}

/** The lines of the cart that their account keeps. */
export const inAccount = async ({ api }: Account) => (await api.get<Cart>('/cart')).body.lines;

export const fillAddress = async (page: Page) => {
  await page.getByLabel('Location').fill('1 Test Street, Dhaka');
  await page.getByLabel('Phone').fill('+880 1 555 0100');
};

/** From the cart, with where it goes to. */
export const checkOut = async (page: Page) => {
  await page.getByRole('link', { name: 'Check out' }).click();
  await isShown(page, 'Check out');
  await fillAddress(page);
  await page.getByRole('button', { name: /^Order for / }).click();
};
