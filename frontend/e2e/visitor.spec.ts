import { describe, expect, it } from 'vitest';
import { inTurn } from '../../backend/testing/as-often.ts';
import { thoroughly } from '../../backend/testing/thoroughly.ts';
import { shopper } from './account.ts';
import { emailField, logIn, passwordField } from './accounts/sign-in-form.ts';
import { browserFixture } from './browser-fixture.ts';
import { dashboardScreens, isShown, publicScreens, show } from './looks/screens-of-the-shop.ts';
import { eventually } from './pages/eventually.ts';

const visits = browserFixture();
const notThere = /status of 404/;

describe('a visitor', () => {
  thoroughly.each([1280, 390] as const)('sees the public pages, %i pixels wide', async (width) => {
    const page = await visits.openPage({ width, expected: [notThere] });
    const atThisWidth = publicScreens.filter((_, place) => inTurn([1280, 390], place).includes(width));
    for (const { name, path, heading } of atThisWidth) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(name === 'not-found' ? 404 : 200);
      await isShown(page, heading);
      await eventually(() => page.title(), path).toMatch(/ · Inventory$/);
      await page.getByRole('link', { name: 'Inventory', exact: true }).waitFor();
      const broken = await page.evaluate(() =>
        [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
      );
      expect(broken, path).toEqual([]);
    }
  });

  thoroughly('finds everything on the home page, under both its addresses', async () => {
    const page = await visits.openPage();
    for (const path of ['/', '/home']) {
      await show(page, { path, heading: 'Tools that earn their keep' });
      await page.getByRole('region', { name: 'Pictures of the shop' }).waitFor();
      expect(await page.getByRole('region', { name: 'Tools' }).getByRole('article').count()).toBe(12);
      expect(await page.getByRole('region', { name: "User's Review" }).getByRole('figure').count()).toBe(6);
      await page.getByRole('region', { name: 'The shop in numbers' }).waitFor();
      const timings = page.getByRole('region', { name: 'Our Timings' });
      expect(await timings.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Time', 'Day']);
      for (const city of ['Dhaka', 'Chittagong', 'Rajshahi']) {
        await page.getByRole('heading', { name: city, exact: true }).waitFor();
      }
      await page.getByRole('contentinfo').getByRole('textbox', { name: 'Newsletter' }).waitFor();
      const fromTop = [
        'Pictures of the shop',
        'Tools',
        "User's Review",
        'The shop in numbers',
        'Our Timings',
        'Find a counter',
      ];
      const places = [...fromTop.map((name) => page.getByRole('region', { name })), page.getByRole('contentinfo')];
      const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())?.y ?? Number.NaN));
      expect(tops, 'the order of the parts').toEqual(tops.toSorted((one, other) => one - other));
    }
  });

  thoroughly('is offered the login, and no dashboard', async () => {
    const page = await visits.openPage();
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await eventually(() => links.allTextContents()).toEqual(['Home', 'Blogs', 'Portfolio', 'Location', 'Our Timings']);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await isShown(page, 'Login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await isShown(page, 'Sign Up');
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
  });

  thoroughly('turns the pictures by hand', async () => {
    const page = await visits.openPage({ motion: 'reduce' });
    await page.goto('/');
    const pictures = page.getByRole('region', { name: 'Pictures of the shop' });
    const second = pictures.getByRole('img', { name: 'A pegboard wall of tools above a workbench' });
    const leftEdge = async () => (await second.boundingBox())?.x ?? Number.NaN;
    const before = await leftEdge();
    await pictures.getByRole('button', { name: 'Next picture' }).click();
    await eventually(leftEdge).toBeLessThan(before);
  });

  thoroughly('reads six interview answers without anything to press', async () => {
    const page = await visits.openPage();
    await show(page, { path: '/blogs/interview-answers', heading: 'Six questions from a front-end interview' });
    const article = page.getByRole('main');
    expect(await article.getByRole('heading', { level: 2 }).count()).toBe(6);
    for (const role of ['button', 'link', 'textbox'] as const) expect(await article.getByRole(role).count()).toBe(0);
  });

  thoroughly('is told that the payment page is a placeholder, and that a page is missing', async () => {
    const page = await visits.openPage({ expected: [notThere] });
    await page.goto('/payment');
    await page.getByText('This a purchase', { exact: true }).waitFor();
    for (const nowhere of ['/nowhere', '/foo.bar', `${visits.origin}//evil.com`]) {
      expect((await page.goto(nowhere))?.status(), nowhere).toBe(404);
      await page.getByRole('img', { name: /404/ }).waitFor();
    }
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await isShown(page, 'Tools that earn their keep');
    expect(page.url()).toBe(`${visits.origin}/`);
  });

  it('gets nothing out of the newsletter box: no call, no new page, no complaint', async () => {
    const page = await visits.openPage();
    // By itself it asks for nothing more once it hears notices.
    const live = page.waitForEvent('websocket');
    await Promise.all([live, show(page, { path: '/timing?kept=1', heading: 'Our Timings' })]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => document.addEventListener('invalid', () => document.body.append('invalid'), true));
    const box = page.getByRole('textbox', { name: 'Newsletter' });
    const subscribe = page.getByRole('button', { name: 'Subscribe' });
    await box.fill('no address');
    const before = await page.getByRole('document').innerText();
    await box.press('Enter');
    expect(await box.evaluate((node) => node === document.activeElement)).toBe(true);
    await subscribe.click();
    expect(await subscribe.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await box.inputValue()).toBe('no address');
    expect(await page.getByRole('document').innerText()).toBe(before);
    expect(new URL(page.url()).search).toBe('?kept=1');
    expect(asked).toEqual([]);
  });

  thoroughly('is sent to the login by every page of the dashboard, and back to that page after it', async () => {
    const { user, password } = await shopper(visits.origin);
    const page = await visits.openPage({ expected: [/status of 403/] });
    for (const { path, heading } of dashboardScreens) {
      await page.goto(path);
      await page.waitForURL('**/login');
      await logIn(page, user.email, password);
      await page.waitForURL(`**${path}`);
      await isShown(page, heading);
      await page.evaluate(() => localStorage.clear());
    }
  });

  thoroughly.each([1280, 390] as const)('sees what is found while searching, %i pixels wide', async (width) => {
    const page = await visits.openPage({ width });
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    const search = page.getByRole('searchbox', { name: 'Search tools' });
    const found = page.getByRole('region', { name: 'Tools' }).getByRole('article');
    const place = async () => (await search.boundingBox())?.y ?? Number.NaN;
    await search.pressSequentially('hammer');
    await eventually(() => found.count()).toBe(1);
    const box = await found.getByRole('heading').boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    expect(await search.evaluate((node) => node === document.activeElement)).toBe(true);

    // The next word: nothing moves any more.
    const before = await place();
    await search.fill('');
    await eventually(() => found.count()).toBe(12);
    expect(await place()).toBe(before);
    await search.pressSequentially('saw');
    await eventually(() => found.count()).toBe(1);
    expect(await place()).toBe(before);
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.getByRole('region', { name: 'Pictures of the shop' }).waitFor();
  });

  thoroughly('who signs up because of a tool lands at home, and is offered that tool', async () => {
    const page = await visits.openPage();
    await page.goto('/');
    const tool = page.getByRole('article').nth(1).getByRole('link');
    const name = (await tool.textContent()) ?? '';
    await tool.click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Cam Efor');
    await emailField(page).fill('cam@inventory.dev');
    await passwordField(page).fill('a hook for a hammer');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL('**/home');
    const slip = page.getByRole('complementary', { name: 'Where you were' });
    await slip.getByText(`You came for ${name}: take me there`).waitFor();
    await slip.getByRole('link', { name: 'take me there' }).click();
    await isShown(page, name);
    await page.goBack();
    await slip.getByRole('button', { name: 'Dismiss' }).click();
    expect(await slip.count()).toBe(0);
    await page.reload();
    await isShown(page, 'Tools that earn their keep');
    expect(await slip.count()).toBe(0);
  });

  thoroughly('is sent to the login by a tool, and back to that tool after it', async () => {
    const { user, password } = await shopper(visits.origin);
    const page = await visits.openPage();
    await page.goto('/');
    const tool = page.getByRole('article').first().getByRole('link');
    const name = (await tool.textContent()) ?? '';
    const address = await tool.getAttribute('href');
    await tool.click();
    await isShown(page, 'Login');
    await logIn(page, user.email, password);
    await page.waitForURL(`**${address}`);
    await isShown(page, name);
  });
});
