import { describe, expect, it } from 'vitest';
import { thoroughly } from '../../backend/testing/thoroughly.ts';
import { newcomer } from './account.ts';
import { browserFixture } from './browser-fixture.ts';
import { toolNamed } from './buying/orders.ts';
import { isShown, show } from './looks/screens-of-the-shop.ts';
import { eventually } from './pages/eventually.ts';

// What breaks the policy is said in the console, and fails every test of a browser that does not expect it.
const visits = browserFixture();
const refusals = /Content Security Policy/;

/** What somebody might put into a page who found a way to, and the directive that refuses it. */
const plants = {
  'style-src-elem': '<style nonce="__NONCE__">body { background: url(/x) }</style>',
  'style-src-attr': '<p style="position: fixed">Pay here</p>',
  'script-src-attr': '<img src="/nothing.png" onerror="window.ran = 1" />',
  'img-src': '<img src="http://elsewhere.example/seen.png" />',
  'frame-src': '<iframe src="https://elsewhere.example/"></iframe>',
};

it('what somebody plants in a page is refused', async () => {
  const page = await visits.openPage({ expected: [refusals, /status of 404/, /left the origin: http:\/\/elsewhere/] });
  await show(page, { path: '/timing', heading: 'Our Timings' });
  await page.evaluate((html) => {
    const refused: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => void refused.push(event.effectiveDirective));
    Object.assign(window, { refused });
    document.body.insertAdjacentHTML('beforeend', html);
  }, Object.values(plants).join(''));
  const refused = async () => [...new Set(await page.evaluate<string[]>('window.refused'))].sort();
  await eventually(refused).toEqual(Object.keys(plants).sort());
  expect(await page.evaluate('window.ran')).toBeUndefined();
});

describe('nothing of the shop’s own breaks the policy', () => {
  it('where dialogs hold the page still, and colours change', async () => {
    const page = await visits.openPage({ width: 390 });
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Blogs' }).waitFor();
    // Two that the page makes while it runs: the page held still, and Mantine's variables.
    const styles = page.locator('style');
    await eventually(() => styles.count()).toBeGreaterThanOrEqual(2);
    expect(await styles.evaluateAll((nodes) => nodes.every((node) => node.nonce !== ''))).toBe(true);
    await eventually(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  });

  thoroughly('at /api-docs, with a call opened and tried', async () => {
    const page = await visits.openPage();
    await page.goto('/api-docs');
    await page.getByRole('button', { name: /^GET \/config What/ }).click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"publishableKey"').first().waitFor();
  });

  it('where a tool has a picture from before they were asked for over https: a drawing stands for it', async () => {
    const page = await visits.openPage({ signedInAs: await newcomer(visits.origin) });
    const tool = await toolNamed(await newcomer(visits.origin), 'Claw Hammer 16 oz');
    await page.route(`**/tool/${tool._id}`, (route) =>
      route.fulfill({ json: { ...tool, img: 'http://elsewhere.example/hammer.png' } }),
    );
    // An address that asks for more than the page: the tool does not come with it, and is asked for.
    await page.goto(`/tools/${tool._id}?quantity=1`);
    await isShown(page, 'Claw Hammer 16 oz');
    const picture = page.getByRole('article').locator('img').first();
    expect(await picture.getAttribute('src')).toBe('/pictures/no-picture.svg');
    expect(await page.locator('img[src^="http:"]').count()).toBe(0);
  });
});

it('a page may ask for passkeys and wallets, and for nothing else that a browser guards', async () => {
  const page = await visits.openPage();
  await show(page, { path: '/timing', heading: 'Our Timings' });
  const allowed = (features: readonly string[]) =>
    page.evaluate((names) => {
      const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } };
      return names.filter((name) => featurePolicy.allowsFeature(name));
    }, features);
  const own = ['payment', 'publickey-credentials-create', 'publickey-credentials-get'];
  expect(await allowed([...own, 'camera', 'microphone', 'geolocation', 'usb', 'serial', 'clipboard-read'])).toEqual(
    own,
  );
});
