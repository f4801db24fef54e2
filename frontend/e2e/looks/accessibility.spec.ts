import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inTurn } from '../../../backend/testing/as-often.ts';
import { describeThoroughly } from '../../../backend/testing/thoroughly.ts';
import { browserFixture } from '../browser-fixture.ts';
import { cards, payWith } from '../buying/card.ts';
import { type Stage, setStage } from '../stage.ts';
import { brightAndWide, darkAndNarrow, lookFrom, violationsOn } from './axe.ts';
import { isShown } from './screens-of-the-shop.ts';

const visits = browserFixture();
let set: Promise<Stage> | undefined;
/** Set once, for the first who looks at it. */
const stage = () => (set ??= setStage(visits.origin));

const expected = [/status of 40[0-4]/, /ERR_FAILED/];

let glances = 0;

/** What a page says in passing is looked at from two sides at most. */
const glance = (page: Page, where: string) => lookFrom(inTurn([brightAndWide, darkAndNarrow], glances++), page, where);

const openAs = async (viewer: Stage['buyer'] | undefined, path: string) => {
  const page = await visits.openPage({ expected, motion: 'reduce', signedInAs: viewer });
  await page.goto(path);
  return page;
};

it('axe finds what is planted', async () => {
  const page = await openAs(undefined, '/payment');
  await isShown(page, 'Payment');
  await page.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<button></button>'));
  await page.evaluate(() => {
    const unseen = document.createElement('p');
    unseen.textContent = 'Unseen';
    Object.assign(unseen.style, { background: '#777', color: '#787878' }); // As properties: the policy takes no attributes.
    document.querySelector('main')?.append(unseen);
  });
  const planted = [expect.stringContaining('button-name'), expect.stringContaining('color-contrast')];
  expect((await violationsOn(page)).sort()).toEqual(planted);
});

/** Whole screens are looked at in every-screen.spec.ts. */
describeThoroughly('axe finds nothing', () => {
  it('where a form says what is wrong', async () => {
    const page = await openAs(undefined, '/signup');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('Name is Required').waitFor();
    await glance(page, 'sign-up with messages');
  });

  it('where there is nothing, or it could not be fetched', async () => {
    const page = await openAs(undefined, '/?search=unobtainium');
    await page.getByRole('heading', { name: 'No tool like that on the shelves' }).waitFor();
    await glance(page, 'nothing found');
    await page.route(/\/tool\?/, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { name: 'The tools could not be fetched' }).waitFor();
    await glance(page, 'tools not fetched');
  });

  it('where somebody is at a page of the admins', async () => {
    const page = await openAs((await stage()).buyer, '/dashboard/allusers');
    await page.getByRole('heading', { name: 'Only admins are shown the users' }).waitFor();
    await glance(page, 'users not shown');
  });

  it('in dialogs and toasts', async () => {
    const page = await openAs((await stage()).buyer, '/dashboard/myorders');
    await page.getByRole('button', { name: 'Delete the order of Claw Hammer 16 oz' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
    await glance(page, 'asking before an order is deleted');

    await page.goto('/dashboard/review');
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
    await page.getByRole('textbox', { name: 'Description' }).fill('Just fine.');
    await page.getByRole('button', { name: 'Add the review' }).click();
    await page.getByText('Successfully Added A New Review').waitFor();
    expect(await violationsOn(page), 'a toast').toEqual([]);
  });

  it('in the menu on phones', async () => {
    const page = await openAs((await stage()).buyer, '/');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Blogs' }).waitFor();
    await lookFrom([darkAndNarrow, { width: 390, scheme: 'light' }], page, 'the menu');
  });

  it('while a card is declined, the bank asks, and when all is paid', async () => {
    const payment = (await stage()).screens.find(({ name }) => name === 'dashboard-payment');
    const page = await openAs((await stage()).buyer, payment?.path ?? '');
    await payWith(page, cards.declined);
    await page.getByText('Your card was declined.').waitFor();
    await glance(page, 'declined');
    await payWith(page, cards.asksForAuthentication);
    const complete = page.getByRole('dialog').getByRole('button', { name: 'Complete' });
    await complete.waitFor();
    await glance(page, 'the bank asks');
    await complete.click();
    await page.getByText('Congrats payment is completed').waitFor();
    await glance(page, 'paid');
  });
});
