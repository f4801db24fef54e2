import { describe, expect, it } from 'vitest';
import { newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { loseAnswer } from '../pages/lose-answer.ts';
import { ordersOf, toolNamed } from './orders.ts';

const visits = browserFixture();
const lost = [/ERR_FAILED/];

describe('an order whose answer was lost', () => {
  it('can be deleted, and placed anew', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer, expected: lost });
    const place = async () => {
      await page.getByRole('textbox', { name: 'Location' }).fill('7 Lost Lane');
      await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
      await page.getByRole('button', { name: 'Place the order' }).click();
    };
    const notice = page.getByText('An order that you sent got no answer.');
    await page.route(/\/booking$/, loseAnswer, { times: 1 });
    await page.goto(`/tools/${_id}`);
    await place();
    await notice.waitFor();
    await page.getByRole('link', { name: 'your orders' }).click();
    await page.route(/\/booking\/[^/]+$/, loseAnswer, { times: 1 });
    await page.getByRole('button', { name: /^Delete the order/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    expect(await ordersOf(buyer)).toEqual([]);
    await page.goBack();
    await page.getByRole('textbox', { name: 'Location' }).waitFor();
    expect(await notice.count()).toBe(0);
    await place();
    await page.waitForURL('**/dashboard/payment/*');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });
});

describe('an order that is answered late', () => {
  it('leaves who went Back where they are, and leads on who has come Forward again', async () => {
    const buyer = await newcomer(visits.origin);
    const { _id } = await toolNamed(buyer, 'Claw Hammer 16 oz');
    const page = await visits.openPage({ signedInAs: buyer });
    const place = async () => {
      const answer = Promise.withResolvers<void>();
      await page.route(
        /\/booking$/,
        async (route) => {
          const response = await route.fetch();
          await answer.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.getByRole('textbox', { name: 'Location' }).fill('7 Late Lane');
      await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
      await page.getByRole('button', { name: 'Place the order' }).click();
      await expect.poll(() => ordersOf(buyer)).not.toEqual([]);
      return answer;
    };
    await page.goto('/');
    await page.locator(`a[href="/tools/${_id}"]`).first().click();
    const late = await place();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    late.resolve();
    await page.getByText('Your order is placed: see My Orders').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goForward();
    const again = await place();
    await page.goBack();
    await page.goForward();
    again.resolve();
    await page.waitForURL('**/dashboard/payment/*');
    expect(await ordersOf(buyer)).toHaveLength(2);
  });
});
