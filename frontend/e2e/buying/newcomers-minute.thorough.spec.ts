import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserFixture } from '../browser-fixture.ts';
import { cards } from './card.ts';

const visits = browserFixture();

/** Characters that somebody types in a second on a phone or at a desk: 5 are 60 words a minute, which is a fair typist. */
const perSecond = 5;

/** Counts what somebody's hands do. */
class Hands {
  fields = 0;
  clicks = 0;
  characters = 0;

  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.fields += 1;
    this.characters += text.length;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks += 1;
  }

  get seconds(): number {
    return Math.round(this.characters / perSecond);
  }
}

async function pay(hands: Hands, page: Page): Promise<void> {
  await hands.type(page.getByLabel('Card number'), cards.pays);
  await hands.type(page.getByLabel('Expiry (month / year)'), '1240');
  await hands.type(page.getByLabel('CVC'), '123');
  await hands.click(page.getByRole('button', { name: /^Pay / }));
  await page.getByText('Congrats payment is completed').waitFor();
}

/** A row of the table in docs/newcomers-minute.md. */
const row = (what: string, { fields, clicks, characters, seconds }: Hands) =>
  `| ${what} | ${fields} | ${clicks} | ${characters} | ${seconds} s |`;

describe("a newcomer's minute", () => {
  it('is enough from the first visit to a paid order, and the next order takes less: as the page says', async () => {
    const page = await visits.openPage({ width: 390 });
    const first = new Hands();
    await page.goto('/');
    await first.type(page.getByRole('searchbox', { name: 'Search tools' }), 'hamer');
    const shelf = page.getByRole('region', { name: 'Tools' });
    await expect.poll(() => shelf.getByRole('article').count()).toBe(1);
    await first.click(shelf.getByRole('link', { name: 'Claw Hammer 16 oz' }));
    await page.getByText('Log in to see').waitFor();
    await first.click(page.getByRole('link', { name: 'Create an account' }));
    await first.type(page.getByLabel('Name'), 'Harriet Buyer');
    await first.type(page.getByRole('textbox', { name: 'Email' }).first(), 'harriet@inventory.dev');
    await first.type(page.getByRole('textbox', { name: 'Password' }), 'hang a hammer');
    await first.click(page.getByRole('button', { name: 'Sign Up' }));
    await first.click(page.getByRole('link', { name: 'take me there' }));
    await first.type(page.getByRole('textbox', { name: 'Location' }), '12 Mirpur Road, Dhaka 1216');
    await first.type(page.getByRole('textbox', { name: 'Phone' }), '+880 1700 000000');
    await first.click(page.getByRole('button', { name: 'Place the order' }));
    await pay(first, page);

    const second = new Hands();
    await page.goto('/');
    await second.click(page.getByRole('region', { name: 'Tools' }).getByRole('link', { name: 'Angle Grinder 125 mm' }));
    await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+880 1700 000000');
    await second.click(page.getByRole('button', { name: 'Place the order' }));
    await pay(second, page);

    expect(first.seconds).toBeLessThanOrEqual(60);
    expect(second.seconds).toBeLessThan(first.seconds);
    const said = readFileSync(new URL('../../../docs/newcomers-minute.md', import.meta.url), 'utf8');
    expect(said).toContain(row('The first order, with the sign-up', first));
    expect(said).toContain(row('The next order', second));
  });
});
