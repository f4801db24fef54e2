import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { somePicture } from '../../../backend/testing/clients/some-picture.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import { admin } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';

const visits = browserFixture();

async function opened(expected: RegExp[] = []) {
  const page = await visits.openPage({ signedInAs: await admin(visits.origin), expected });
  await show(page, { path: '/dashboard/manageproducts', heading: 'Add A Product' });
  return { page, form: page.getByRole('main').locator('form') };
}

/** A photo as a phone takes it on its side: red above blue when it is held upright, and some MB of noise. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [3_200, 2_400];
  const half = (background: string) =>
    sharp({
      create: { width: width / 2, height, channels: 3, background, noise: { type: 'gaussian', mean: 90, sigma: 30 } },
    })
      .tint(background)
      .png({ compressionLevel: 0 })
      .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite([
      { input: await half('#f00'), left: 0, top: 0 },
      { input: await half('#00f'), left: width / 2, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  return Buffer.from(bytes);
}

describe('a product that is added', () => {
  it('gets a picture that is uploaded, and a category, and is sold with both', async () => {
    const { page, form } = await opened();
    await form.getByLabel('Name', { exact: true }).fill('Uploaded Awl');
    await form.getByLabel('Category').fill('Leatherwork');
    const buffer = await somePicture({ width: 900, height: 900, colour: '#284' });
    await form.getByLabel('Picture file').setInputFiles({ name: 'awl.png', mimeType: 'image/png', buffer });
    await form.getByText('The picture is there. Add the product to show it.').waitFor();
    expect(await form.getByLabel('Picture', { exact: true }).inputValue()).toMatch(
      /^\/pictures\/uploaded\/.*-640\.webp$/,
    );
    await form.getByLabel('Description').fill('For holes in leather.');
    await form.getByLabel('Available').fill('9');
    await form.getByLabel('Price a piece').fill('12.5');
    await form.getByRole('button', { name: 'Add the product' }).click();
    await page.getByText('Successfully Added A New Product', { exact: true }).waitFor();
    expect(await form.getByLabel('Picture', { exact: true }).inputValue()).toBe('');
    expect(await form.getByText('The picture is there.', { exact: false }).count()).toBe(0);
    await page.goto('/?category=Leatherwork#tools');
    await page.getByRole('link', { name: 'Uploaded Awl' }).click();
    await isShown(page, 'Uploaded Awl');
  });

  thoroughly(
    'has its picture dropped on the form as well, and told what is wrong with it, with all that was typed kept',
    async () => {
      const { page, form } = await opened([/status of 400/]);
      await form.getByLabel('Name', { exact: true }).fill('Dropped Drill');
      const transfer = await page.evaluateHandle(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drill.png', { type: 'image/png' }));
        return dropped;
      });
      await form.getByText('or drop one here', { exact: false }).dispatchEvent('drop', { dataTransfer: transfer });
      await form.getByText('This is no picture that the shop can read.', { exact: false }).waitFor();
      expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Dropped Drill');
      await form.getByRole('button', { name: 'Upload a picture' }).waitFor();
    },
  );

  thoroughly('has a large photo made small before it is sent, upright and in its colours', async () => {
    const { page, form } = await opened();
    const buffer = await photo();
    await page.evaluate(() => {
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof Blob) document.title = `${body.type} ${body.size}`;
        send.call(this, body);
      };
    });
    await form.getByLabel('Picture file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await form.getByText('The picture is there.', { exact: false }).waitFor();
    const [type, size] = (await page.title()).split(' ');
    expect(type).toBe('image/webp');
    expect(Number(size)).toBeLessThan(buffer.length);
    const img = await form.getByLabel('Picture', { exact: true }).inputValue();
    const bytes = await (await fetch(visits.origin + img.replace('-640.', '-1280.'))).arrayBuffer();
    const { width, height } = await sharp(Buffer.from(bytes)).metadata();
    expect({ width, height }).toEqual({ width: 960, height: 1_280 });
    const colours = await sharp(Buffer.from(bytes)).resize(1, 2, { fit: 'fill' }).raw().toBuffer();
    const [top, bottom] = [colours.subarray(0, 3), colours.subarray(3, 6)];
    expect(top[0]).toBeGreaterThan((top[2] ?? 0) + 60);
    expect(bottom[2]).toBeGreaterThan((bottom[0] ?? 0) + 60);
  });

  thoroughly('is not lost half typed by Back or a reload, unless one says so', async () => {
    const page = await visits.openPage({ signedInAs: await admin(visits.origin) });
    await show(page, { path: '/dashboard/products', heading: 'Products' });
    await page.getByRole('main').getByRole('link', { name: 'Add A Product' }).first().click();
    await isShown(page, 'Add A Product');
    const name = page.getByRole('main').getByLabel('Name', { exact: true });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await name.fill('Half an Awl');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('Half an Awl');
    expect(new URL(page.url()).pathname).toBe('/dashboard/manageproducts');

    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const browsers = await asked;
    expect(browsers.type()).toBe('beforeunload');
    await browsers.dismiss();
    expect(await name.inputValue()).toBe('Half an Awl');

    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave' }).click();
    await isShown(page, 'Products');
    expect(new URL(page.url()).pathname).toBe('/dashboard/products');
  });
});
