import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { somePicture } from '../../../backend/testing/clients/some-picture.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

const opened = async (name: string, expected: readonly RegExp[] = []) => {
  const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected });
  await show(page, { path: `/dashboard/products?search=${encodeURIComponent(name)}`, heading: 'Products' });
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  return { page, drawer: page.getByRole('dialog', { name: `Edit ${name}` }) };
};
const toolOf = async (id: string) => (await (await admin(visits.origin)).api.get<Tool>(`/tool/${id}`)).body;

describe('products', () => {
  thoroughly('get another price, and the list shows it', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Repriced Rasp' });
    const { page, drawer } = await opened('Repriced Rasp');
    await drawer.getByLabel('Price a piece').fill('12.50');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    expect(await toolOf(id)).toMatchObject({ PerPrice: 12.5, version: 1 });
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('cell', { name: '$12.50' }).waitFor();
  });

  thoroughly('that are refused say which price it could be, and show the field that is wrong', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Refused Rasp', PerPrice: 7 });
    const { page, drawer } = await opened('Refused Rasp', [/status of 400/]);
    const [wrong, header] = [drawer.getByLabel('Name', { exact: true }), drawer.locator('header')];
    const save = drawer.getByRole('button', { name: 'Save' });
    await drawer.getByLabel('Price a piece').fill('1.000');
    await save.click();
    await drawer.getByText('It could be 1000 or 1: write the one you mean').waitFor();
    await wrong.fill('');
    await page.setViewportSize({ width: 1280, height: 1_300 });
    // It is all behind the header of the drawer, which stays.
    await drawer.evaluate((scrolled, y) => scrolled.scrollBy(0, y), ((await wrong.boundingBox())?.y ?? 0) - 8);
    await save.click();
    await eventually(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true);
    const { y, height } = (await header.boundingBox()) ?? { y: 0, height: 0 };
    expect(height).toBeGreaterThan(40);
    await eventually(async () => (await wrong.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(y + height);
    expect(await toolOf(id)).toMatchObject({ PerPrice: 7, version: 0 });
  });

  it('that two admins edit at once are saved by neither unseen, and nothing that was typed is lost', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Contested Chisel' });
    const { page, drawer } = await opened('Contested Chisel', [/status of 409/]);
    await drawer.getByLabel('Description').fill('What I typed.');
    const { sold: _, retired: __, Available: ___, _id: ____, ...theirs } = await toolOf(id);
    expect((await api.put(`/tool/${id}`, { ...theirs, PerPrice: 31 })).status).toBe(200);
    await drawer.getByRole('button', { name: 'Save' }).click();
    const said = drawer.getByRole('alert').filter({ hasText: 'Somebody changed it meanwhile.' });
    await said.getByText('31', { exact: true }).waitFor();
    expect(await drawer.getByLabel('Description').inputValue()).toBe('What I typed.');
    expect(await drawer.getByLabel('Price a piece').inputValue()).toBe('31');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    expect(await toolOf(id)).toMatchObject({ Description: 'What I typed.', PerPrice: 31, version: 2 });
  });

  thoroughly('that are being edited are not left with Escape or Back unasked', async () => {
    const { api } = await admin(visits.origin);
    await addTool(api, { name: 'Half Hatchet' });
    const { page, drawer } = await opened('Half Hatchet');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await drawer.getByLabel('Description').fill('Half a word');
    const askedBy = async (leave: () => Promise<unknown>) => {
      await leave();
      // It takes its focus, and is no answer to the press that asked it.
      await eventually(() =>
        question.getByRole('button', { name: 'Stay here' }).evaluate((node) => node.matches(':focus')),
      ).toBe(true);
    };
    for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
      await askedBy(leave);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      expect(await drawer.getByLabel('Description').inputValue()).toBe('Half a word');
    }
    await askedBy(() => page.keyboard.press('Escape'));
    await question.getByRole('button', { name: 'Leave' }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('edit')).toBe(false);
  });

  thoroughly('that are sold out are restocked, and a shopper can order', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Empty Easel', Available: 0, MinimumOrder: 1 });
    const shopper = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    await shopper.goto(`/tools/${id}`);
    await shopper.getByRole('heading', { level: 1, name: 'Empty Easel' }).waitFor();
    const { page, drawer } = await opened('Empty Easel');
    // What a field is for stands as near to it in each part of the drawer.
    const gaps = await drawer.locator('.mantine-InputWrapper-description').evaluateAll((all) =>
      all.map((said) => {
        const below = said.nextElementSibling?.getBoundingClientRect().top ?? 0;
        return Math.round(below - said.getBoundingClientRect().bottom);
      }),
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(new Set(gaps).size, `${gaps}`).toBe(1);
    await drawer.getByLabel('More or fewer pieces').fill('7');
    await drawer.getByLabel('Reason').fill('Delivered');
    await drawer.getByRole('button', { name: 'Adjust the stock' }).click();
    await page.getByText('7 pieces are available now').waitFor();
    await eventually(() => shopper.getByRole('button', { name: 'Place the order' }).isEnabled()).toBe(true);
  });

  thoroughly('leave the shop and come back', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Resting Reamer' });
    const { page, drawer } = await opened('Resting Reamer');
    await drawer.getByRole('button', { name: 'Retire it' }).click();
    const sure = page.getByRole('dialog', { name: 'Retire this product?' });
    await sure.getByRole('button', { name: 'Retire it' }).click();
    await page.getByText('The product is retired', { exact: true }).waitFor();
    expect((await toolOf(id)).retired).toBe(true);
    await drawer.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByText('The product is offered again').waitFor();
    expect((await toolOf(id)).retired).toBe(false);
  });

  thoroughly('get a picture that is uploaded, and the home page shows it in a size that fits', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Pictured Plane' });
    const { page, drawer } = await opened('Pictured Plane');
    const buffer = await somePicture({ width: 1000, height: 1000 });
    await drawer.getByLabel('Picture file').setInputFiles({ name: 'plane.png', mimeType: 'image/png', buffer });
    await drawer.getByText('The picture is there. Save to show it.').waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    expect((await toolOf(id)).img).toMatch(/^\/pictures\/uploaded\/[\da-f]{32}-640\.webp$/);
    const shopper = await visits.openPage();
    await shopper.goto('/?search=Pictured+Plane#tools');
    const picture = shopper.getByRole('region', { name: 'Tools' }).locator('article img').first();
    await eventually(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('srcset')).toContain('-320.webp 320w');
  });

  thoroughly('say in words what is wrong with a picture', async () => {
    const { api } = await admin(visits.origin);
    await addTool(api, { name: 'Unpictured Pliers' });
    const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected: [/status of 400/] });
    await show(page, { path: '/dashboard/products?search=Unpictured', heading: 'Products' });
    await page.getByRole('link', { name: 'Edit Unpictured Pliers' }).click();
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await page.getByLabel('Picture file').setInputFiles({ name: 'plane.png', mimeType: 'image/png', buffer });
    await page.getByText('This is no picture that the shop can read.', { exact: false }).waitFor();
  });

  thoroughly('go out as a table and come back changed, after a look at what would be', async () => {
    const { api } = await admin(visits.origin);
    const id = await addTool(api, { name: 'Tabled Tongs', Available: 3 });
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/products', heading: 'Products' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.startsWith('\ufeff_id,name,')).toBe(true);
    const changed = text.replace('Tabled Tongs', 'Turned Tongs');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import products' });
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
    await dialog.getByText(/^0 would be added, 1 changed, \d+ stay as they are, 0 wrong\.$/).waitFor();
    await dialog.getByText('Turned Tongs').first().waitFor();
    expect((await toolOf(id)).name).toBe('Tabled Tongs');
    await dialog.getByRole('button', { name: 'Apply 1 row' }).click();
    await dialog.getByText(/^0 added, 1 changed, \d+ as they were, 0 not carried out\.$/).waitFor();
    expect((await toolOf(id)).name).toBe('Turned Tongs');
  });

  thoroughly('come from a file that was stopped in one tab and is begun again in another, once each', async () => {
    const chief = await admin(visits.origin);
    const rows = Array.from(
      { length: 2_050 },
      (_, n) => `Stopped ${n % 2_000},/pictures/tools/hand-saw.svg,It saws.,5`,
    );
    const buffer = Buffer.from(['name,img,Description,PerPrice', ...rows].join('\n'));
    const choose = async (page: Page) => {
      await show(page, { path: '/dashboard/products', heading: 'Products' });
      await page.getByRole('button', { name: 'Import' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import products' });
      await dialog.getByLabel('CSV file').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
      return dialog;
    };
    const page = await visits.openPage({ signedInAs: chief });
    const first = await choose(page);
    await first.getByText('2,050 would be added, 0 changed, 0 stay as they are, 0 wrong.').waitFor();
    // The first part waits for its answer until somebody has pressed Stop: no other is sent then.
    const isStopped = Promise.withResolvers<void>();
    await page.route('**/products/import?dryRun=false*', async (route) => {
      await isStopped.promise;
      await route.continue();
    });
    await first.getByRole('button', { name: 'Apply 2,050 rows' }).click();
    await first.getByRole('button', { name: 'Stop' }).click();
    isStopped.resolve();
    await first.getByText('1,000 added, 0 changed, 0 as they were, 0 not carried out.').waitFor();

    const second = await choose(await visits.openTab(page));
    await second.getByText('1,050 would be added, 0 changed, 1,000 stay as they are, 0 wrong.').waitFor();
    await second.getByText(/^Of those that stay, 1,000 were added by an earlier import and are left out/).waitFor();
    await second.getByRole('button', { name: 'Apply 1,050 rows' }).click();
    await second.getByText('1,050 added, 0 changed, 1,000 as they were, 0 not carried out.').waitFor();
    const { text } = await chief.api.get('/products/export');
    const added = text.match(/Stopped \d+/g) ?? [];
    expect([added.length, new Set(added).size]).toEqual([2_050, 2_000]);
  });
});
