import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { admin, newcomer, shopper } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { order, toolNamed } from '../buying/orders.ts';
import { eventually } from '../pages/eventually.ts';
import { isShown, show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** The roles of what is on the page, as the browser tells assistive technology. */
async function rolesHeard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
}

/** Whether nothing lies over it, and all of it is in the window. */
function isInSight(node: Element): boolean {
  const { left, top, bottom } = node.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => node.contains(document.elementFromPoint(left + 1, y)));
}

async function rightOf(one: Locator): Promise<number> {
  const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
  return Math.round(x + width);
}

describe('on a phone', () => {
  it('a table of many columns is slips with named lines, and still a table for who listens', async () => {
    const buyer = await newcomer(visits.origin, 'Olga Orders');
    await order(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ width: 390, signedInAs: buyer });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    const cells = page.getByRole('region', { name: 'Orders' }).getByRole('cell');
    const lines = (await cells.allInnerTexts()).map((text) => text.split('\n'));
    const columns = ['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone'];
    expect(lines.map(([column]) => column)).toEqual(columns);
    expect(lines[1]?.at(-1)).toBe('Olga Orders');
    const heard = await rolesHeard(page);
    expect(heard.filter((role) => role === 'columnheader')).toHaveLength(columns.length);
    expect(heard.filter((role) => role === 'cell')).toHaveLength(columns.length);
    expect(heard).toEqual(expect.arrayContaining(['table', 'row']));
    // Chromium knows a table however it is displayed; others know it by the roles that its elements name.
    const silent = 'table:not([role=table]), tr:not([role=row]), th:not([role=columnheader]), td:not([role=cell])';
    expect(await page.locator(silent).count()).toBe(0);
  });

  it('a message lies over neither the button that leads on nor what has the focus', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await newcomer(visits.origin) });
    // So low that one can scroll to where each of them is at its end.
    await page.setViewportSize({ width: 390, height: 600 });
    await page.clock.install();
    await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
    const description = page.getByRole('textbox', { name: 'Description' });
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Fine');
    await description.fill('Just fine.');
    // From here on the page's clock goes on by what is said alone, however long the machine takes for it.
    await page.clock.pauseAt(Date.now() + 60_000);
    const add = page.getByRole('button', { name: 'Add the review' });
    await add.click();
    const toast = page.getByRole('alert').filter({ hasText: 'Successfully Added A New Review' });
    await eventually(async () => {
      await page.clock.runFor(50);
      return toast.isVisible();
    }).toBe(true);
    for (const [place, block] of [
      [add, 'end'],
      [description, 'center'],
      [add, 'center'],
      [page.getByRole('textbox', { name: 'Review', exact: true }), 'end'],
    ] as const) {
      await place.evaluate((node: HTMLElement, block) => {
        // As the keyboard does it.
        node.focus({ focusVisible: true } as FocusOptions);
        node.scrollIntoView({ block });
      }, block);
      await page.clock.runFor(100);
      expect(await toast.isVisible()).toBe(true);
      expect(await place.evaluate(isInSight), `${block} of ${await place.textContent()}`).toBe(true);
    }
  });

  it('what a tool is called and costs is in the window at once, on a phone on its side, a tablet and in a low window; there with its picture and all of its form', async () => {
    const buyer = await shopper(visits.origin);
    const { _id, name } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    await page.setViewportSize({ width: 844, height: 390 });
    await show(page, { path: `/tools/${_id}`, heading: name });
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 1, name });
    for (const [width, height] of [
      [844, 390],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const words of [heading, heading.locator('xpath=following-sibling::p[1]')]) {
        await eventually(() => words.evaluate(isInSight), `${words} at ${width}`).toBe(true);
      }
    }
    const form = main.locator('form').filter({ has: page.getByRole('button', { name: 'Place the order' }) });
    for (const width of [640, 624, 768]) {
      await page.setViewportSize({ width, height: 400 });
      for (const shown of [heading, main.getByText('a piece'), main.locator('img').first()]) {
        const bottomOf = async () => {
          const { y, height } = (await shown.boundingBox()) ?? { y: 400, height: 400 };
          return y + height;
        };
        await eventually(bottomOf, `${shown} at ${width}`).toBeLessThanOrEqual(400);
      }
      expect(await form.evaluate((node) => node.scrollWidth - node.clientWidth), `at ${width}`).toBe(0);
      const price = form.getByRole('textbox', { name: 'Price' });
      expect(await rightOf(price), `at ${width}`).toBe(await rightOf(form.getByRole('textbox', { name: 'Location' })));
    }
  });

  it('a price of seven digits stays in the form, also where that is as narrow as on a phone', async () => {
    const { api } = await admin(visits.origin);
    const toolId = await addTool(api, { name: 'Dear Derrick', PerPrice: 1_234_567, MinimumOrder: 1 });
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await show(page, { path: `/tools/${toolId}`, heading: 'Dear Derrick' });
    for (const width of [320, 390, 480, 768, 769, 864, 865, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const price = page.getByRole('textbox', { name: 'Price' });
      expect(await rightOf(price), `at ${width}`).toBe(await rightOf(page.getByRole('textbox', { name: 'Location' })));
      expect(await rightOf(price), `at ${width}`).toBe(await rightOf(page.getByRole('main').locator('form')));
    }
  });

  it('the facts of a tool stand in one line, also where the name of one takes two, and what is said of an order that was refused is in sight, wherever one was', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id, name } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ width: 390, signedInAs: buyer, expected: [/status of 429/] });
    await page.route('**/booking', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { title: 'Too many unpaid orders', status: 429 } })
        : route.fallback(),
    );
    await show(page, { path: `/tools/${_id}`, heading: name });
    const facts = page.getByRole('main').locator('dl', { hasText: 'Minimum order' }).locator('dd');
    const bottoms = await facts.evaluateAll((all) =>
      all.map((fact) => {
        const words = document.createRange();
        words.selectNodeContents(document.createTreeWalker(fact, NodeFilter.SHOW_TEXT).nextNode() ?? fact);
        return Math.round(words.getBoundingClientRect().bottom);
      }),
    );
    expect(bottoms).toHaveLength(3);
    expect(new Set(bottoms).size).toBe(1);

    await page.getByRole('textbox', { name: 'Location' }).fill('1 Far Away');
    await page.getByRole('textbox', { name: 'Phone' }).fill('12345678');
    const place = page.getByRole('button', { name: 'Place the order' });
    for (const end of [0, 100_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), end);
      await place.click();
      const said = page.getByRole('alert').getByText('Too many unpaid orders');
      await eventually(() => said.evaluate(isInSight)).toBe(true);
    }
  });

  it('code in an article breaks between words, and in none of them', async () => {
    const page = await visits.openPage({ width: 390 });
    await show(page, { path: '/blogs/interview-answers', heading: 'Six questions from a front-end interview' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const broken = await page.locator('pre').evaluateAll((all) =>
        all.flatMap((pre) => {
          const found: string[] = [];
          const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\w+/g)) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              if (range.getClientRects().length > 1) found.push(word);
            }
          }
          return found;
        }),
      );
      expect(broken, `${width} pixels wide`).toEqual([]);
    }
  });

  it('the menu opens in a drawer, leads to a page and closes', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await shopper(visits.origin) });
    await show(page, { path: '/timing', heading: 'Our Timings' });
    const open = page.getByRole('button', { name: 'Open the menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await open.click();
    const links = drawer.getByRole('link');
    await eventually(() => links.allTextContents()).toEqual([
      'Home',
      'Blogs',
      'Portfolio',
      'Location',
      'Our Timings',
      'Dashboard',
    ]);
    expect(await drawer.locator('[aria-current=page]').allTextContents()).toEqual(['Our Timings']);
    await drawer.getByRole('button', { name: 'Sign Out' }).waitFor();

    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await eventually(() => open.evaluate((node) => node === document.activeElement)).toBe(true);

    await open.click();
    await drawer.getByRole('link', { name: 'Portfolio' }).click();
    await isShown(page, 'Portfolio');
    await drawer.waitFor({ state: 'hidden' });
  });

  it('the pages of the dashboard are behind a button that says where one is, none of them cut off', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/myorders', heading: 'My Orders' });
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    const button = menu.getByRole('button', { name: 'Dashboard menu: My Orders' });
    expect(await menu.getByRole('link').count()).toBe(0);
    await button.click();
    await menu.getByRole('link', { name: 'Make Admin' }).waitFor();
    for (const link of await menu.getByRole('link').all()) {
      const box = await link.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
    await page.keyboard.press('Escape');
    await eventually(() => menu.getByRole('link').count()).toBe(0);
    await eventually(() => button.evaluate((node) => node === document.activeElement)).toBe(true);

    await button.click();
    await menu.getByRole('link', { name: 'My Profile' }).click();
    await isShown(page, 'My Profile');
    await menu.getByRole('button', { name: 'Dashboard menu: My Profile' }).waitFor();
    expect(await menu.getByRole('link').count()).toBe(0);
  });

  it('who stays after all, asked before the drawer leads away from what they typed, is at its button again', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await shopper(visits.origin) });
    await show(page, { path: '/dashboard/review', heading: 'Add a Review' });
    await page.getByRole('textbox', { name: 'Review', exact: true }).fill('Half');
    const open = page.getByRole('button', { name: 'Open the menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const way of [drawer.getByRole('link', { name: 'Blogs' }), drawer.getByRole('button', { name: 'Sign Out' })]) {
      await open.click();
      await way.click();
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'hidden' });
      await drawer.waitFor({ state: 'hidden' });
      await eventually(() => open.evaluate((node) => node === document.activeElement)).toBe(true);
    }
  });

  it('one signs out from the drawer', async () => {
    const page = await visits.openPage({ width: 390, signedInAs: await shopper(visits.origin) });
    await show(page, { path: '/dashboard', heading: 'Orders Info' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign Out' }).click();
    await eventually(() => new URL(page.url()).pathname).toBe('/');
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Login' }).waitFor();
  });
});
