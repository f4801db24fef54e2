import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order } from '../buying/orders.ts';
import { violationsOn } from '../looks/axe.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

const people = { path: '/dashboard/allusers', heading: 'Make Admin' };
const hammer = 'Claw Hammer 16 oz';

const pageOf = ({ user }: Account) => ({ path: `/dashboard/people/${user.email}`, heading: user.displayName });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('an admin who looks after people', () => {
  it('searches them, makes an admin of one, and takes that back', async () => {
    const who = await newcomer(visits.origin, 'Petra Searched');
    await newcomer(visits.origin, 'Somebody Else');
    await order(who, hammer, 1);
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, people);
    await page.getByRole('searchbox', { name: 'Search people' }).fill('searched');
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
    await eventually(() => rows.count()).toBe(2);
    await eventually(() => new URL(page.url()).search).toBe('?q=searched');
    const cells = rows.last().getByRole('cell');
    expect((await cells.allTextContents())[3]).toBe('1');
    await page.reload();
    await page.getByRole('link', { name: 'Petra Searched' }).click();
    await isShown(page, 'Petra Searched');

    await button(page, 'Make Admin').click();
    await inDialog(page, 'Make Admin').click();
    await page.getByText('Succesfully Made Admin', { exact: true }).waitFor();
    await button(page, 'Take the admin rights').click();
    await inDialog(page, 'Take the rights').click();
    await page.getByText('Petra Searched is no admin any more').waitFor();
    await button(page, 'Make Admin').waitFor();
    await page.goBack();
    await eventually(() => rows.count()).toBe(2);
  });

  it('signs somebody out everywhere, who reads at once that an admin did', async () => {
    const who = await newcomer(visits.origin, 'Otto Out');
    const theirs = await visits.openPage({ signedInAs: who, expected: [/status of 401/, /socket\.io/] });
    await show(theirs, { path: '/dashboard/myprofile', heading: 'My Profile' });
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, pageOf(who));
    await button(page, 'Sign out everywhere').click();
    await inDialog(page, 'Sign them out now').click();
    await page.getByText('They are signed in nowhere.').waitFor();
    await isShown(theirs, 'Login');
    await theirs.getByText('An admin signed you out. Please log in again.').waitFor();
  });

  it('downloads what is held of somebody', async () => {
    const who = await newcomer(visits.origin, 'Dora Data');
    const { id } = await order(who, hammer, 1);
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, pageOf(who));
    await button(page, 'Download their data').click();
    const [download] = await Promise.all([page.waitForEvent('download'), inDialog(page, 'Download it').click()]);
    expect(download.suggestedFilename()).toBe('inventory-personal-data.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data).toMatchObject({ account: { email: who.user.email }, orders: [{ _id: id }] });
  });

  it('erases somebody, whose name is gone from there, and from where another admin looks', async () => {
    const who = await newcomer(visits.origin, 'Emma Erased');
    const chief = await admin(visits.origin);
    const page = await visits.openPage({ signedInAs: chief, expected: [/status of 404/] });
    const other = await visits.openPage({ signedInAs: chief });
    await show(other, { path: `${people.path}?q=erased`, heading: people.heading });
    await other.getByRole('link', { name: 'Emma Erased' }).waitFor();
    await show(page, { path: `${people.path}?q=erased`, heading: people.heading });
    await page.getByRole('link', { name: 'Emma Erased' }).click();
    await isShown(page, 'Emma Erased');
    await button(page, 'Erase this person').click();
    await page.getByLabel('Their email, to be sure').fill(who.user.email);
    await page.getByLabel('Your password', { exact: true }).fill(chief.password);
    await inDialog(page, 'Erase for good').click();
    await page.getByText('They are forgotten').waitFor();
    await isShown(page, people.heading);
    await other.getByRole('link', { name: 'Emma Erased' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search people' }).fill('emma');
    await page.getByRole('heading', { name: 'Nobody is called that' }).waitFor();
    await page.goto(pageOf(who).path);
    await page.getByRole('heading', { name: 'Nobody has that email' }).waitFor();
  });

  it('gives up their own rights, and reads so beside what is left of the page', async () => {
    const who = await newcomer(visits.origin, 'Gina Gone');
    await (await admin(visits.origin)).api.put(`/user/admin/${who.user.email}`, {});
    const page = await visits.openPage({ signedInAs: who, expected: [/status of 403/] });
    await show(page, pageOf(who));
    await button(page, 'Give up your rights').click();
    await inDialog(page, 'Give them up').click();
    const heading = page.getByRole('heading', { level: 1, name: 'Only admins are shown the users' });
    await heading.waitFor();
    const toast = page.getByRole('alert').filter({ hasText: 'You are no longer an admin' });
    await toast.waitFor();
    const [words, said] = [await heading.boundingBox(), await toast.boundingBox()];
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(said?.x ?? 0);
  });

  it('does so with the keyboard alone, where a dialog begins at what does no harm and gives the focus back', async () => {
    const who = await newcomer(visits.origin, 'Kay Board');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), motion: 'reduce' });
    await show(page, { path: `${people.path}?q=kay`, heading: people.heading });
    const promote = button(page, 'Make Kay Board an admin');
    await promote.focus();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Not now');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => promote.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Not now');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Succesfully Made Admin', { exact: true }).waitFor();
    await eventually(() => focused(page)).toBe('Admin');
    expect(who.user.email).toContain('@');
  });

  it('finds nothing wrong by axe in what asks, in both schemes', async () => {
    const who = await newcomer(visits.origin, 'أولغا');
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), motion: 'reduce' });
    await show(page, pageOf(who));
    for (const name of ['Make Admin', 'Sign out everywhere', 'Download their data', 'Erase this person']) {
      await button(page, name).click();
      await page.getByRole('dialog').waitFor();
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
        expect(await violationsOn(page), `${name}, ${scheme}`).toEqual([]);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});

describe('somebody whose page one goes back to from that of another', () => {
  it('is not asked about in the place of them', async () => {
    const [chief, first, second] = await Promise.all([
      admin(visits.origin),
      newcomer(visits.origin, 'First One'),
      newcomer(visits.origin, 'Second One'),
    ]);
    const page = await visits.openPage({ signedInAs: chief });
    await page.goto(`/dashboard/people/${first.user.email}`);
    await page.getByRole('heading', { name: 'First One' }).waitFor();
    // As from the list behind the browser's buttons: nothing is between the two pages.
    await page.evaluate((address) => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/dashboard/people/${second.user.email}`);
    await page.getByRole('heading', { name: 'Second One' }).waitFor();
    await page.getByRole('button', { name: 'Erase this person' }).click();
    await page.getByRole('dialog', { name: 'Erase Second One?' }).waitFor();
    await page.evaluate(() => window.history.back());
    await page.getByRole('heading', { name: 'First One', level: 1, includeHidden: true }).waitFor();
    expect(await page.getByRole('dialog', { name: /^Erase/ }).count()).toBe(0);
  });
});
