import { describe, expect, it } from 'vitest';
import { browserFixture } from '../browser-fixture.ts';

const visits = browserFixture();

async function openBlank(expected: RegExp[] = []) {
  const page = await visits.openPage({ expected });
  await page.goto('/payment');
  return page;
}

describe('a test fails when its page', () => {
  it.fails('complains in the console', async () => {
    const page = await openBlank();
    await page.evaluate(() => console.error('Something is wrong.'));
  });

  it.fails('throws', async () => {
    const page = await openBlank();
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('Nobody catches this.');
      });
    });
    await thrown;
  });

  it.fails('asks anything of another origin', async () => {
    // Only the request itself is left to fail the test: the policy's complaint about it is expected here.
    const page = await openBlank([/^console: /]);
    const asked = page.waitForRequest('https://elsewhere.example/**').catch(() => undefined);
    await page.evaluate(() => {
      new Image().src = 'https://elsewhere.example/pixel.png';
    });
    await asked;
  });
});

it('a test does not fail for what it says it expects', async () => {
  const page = await openBlank([/Something is wrong/]);
  const heard = page.waitForEvent('console');
  await page.evaluate(() => console.error('Something is wrong.'));
  expect((await heard).text()).toBe('Something is wrong.');
});
