import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../browser-fixture.ts';
import { show } from './screens-of-the-shop.ts';

const visits = browserFixture();

/** kB of a thousand bytes, gzipped. */
const mostJavaScript = 160;

const isScript = (response: Response) => /javascript/.test(response.headers()['content-type'] ?? '');

describe('the home page', () => {
  it(`loads at most ${mostJavaScript} kB of JavaScript`, async () => {
    const page = await visits.openPage();
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (isScript(response)) scripts.push(response);
    });
    // Its code comes once the page is at leisure: without this, a slow machine is quiet before that, and it would not be counted.
    const isLive = page.waitForEvent('websocket');
    await show(page, { path: '/', heading: 'Tools that earn their keep' });
    await page.getByRole('figure').first().waitFor();
    await isLive;
    await page.waitForLoadState('networkidle');

    const bodies = await Promise.all(scripts.map((script) => script.body()));
    const gzipped = bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) / 1_000;
    expect(bodies.length).toBeGreaterThan(0);
    expect(gzipped).toBeLessThanOrEqual(mostJavaScript);
  });
});
