import { describe, expect, it } from 'vitest';
import { addTool } from '../../../backend/testing/api-client.ts';
import { thoroughly } from '../../../backend/testing/thoroughly.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { admin, newcomer } from '../account.ts';
import { browserFixture } from '../browser-fixture.ts';
import { ordersOf } from '../buying/orders.ts';
import { isShown, show } from '../looks/screens-of-the-shop.ts';
import { eventually } from '../pages/eventually.ts';

const visits = browserFixture();

/** A tool, and somebody with its page open, who hears of it. */
async function opened(name: string) {
  const [chief, buyer] = [await admin(visits.origin), await newcomer(visits.origin)];
  const toolId = await addTool(chief.api, { name, PerPrice: 20, MinimumOrder: 1, Available: 9 });
  const page = await visits.openPage({ signedInAs: buyer });
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'));
  await Promise.all([live, show(page, { path: `/tools/${toolId}`, heading: name })]);
  await page.getByRole('textbox', { name: 'Location' }).fill('5 Waiting Way');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
  return { chief, buyer, page, toolId };
}

describe('a tool that an admin changes while somebody is about to order it', () => {
  it('shows its new price, says which it was, and is ordered at the new one', async () => {
    const { chief, buyer, page, toolId } = await opened('Dearer Drill');
    const { body } = await chief.api.get<Tool>(`/tool/${toolId}`);
    expect((await chief.api.put(`/tool/${toolId}`, { ...body, PerPrice: 24.99 })).status).toBe(200);
    const said = page.getByRole('status').getByText('a piece was $20.00, and is $24.99 now');
    await said.waitFor();
    expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('$24.99');
    expect(await page.getByRole('textbox', { name: 'Location' }).inputValue()).toBe('5 Waiting Way');
    await page.getByRole('button', { name: 'Place the order' }).click();
    await isShown(page, 'Payment');
    expect((await ordersOf(buyer)).map(({ price }) => price)).toEqual([24.99]);
  });

  thoroughly('is not ordered at the old price by who has not heard yet', async () => {
    const [chief, buyer] = [await admin(visits.origin), await newcomer(visits.origin)];
    const toolId = await addTool(chief.api, { name: 'Unheard Hoist', PerPrice: 20, MinimumOrder: 1 });
    const page = await visits.openPage({ signedInAs: buyer, expected: [/status of 409/, /WebSocket/] });
    await page.routeWebSocket(/\/socket\.io\//, () => undefined);
    await show(page, { path: `/tools/${toolId}`, heading: 'Unheard Hoist' });
    await page.getByRole('textbox', { name: 'Location' }).fill('5 Waiting Way');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1');
    const { body } = await chief.api.get<Tool>(`/tool/${toolId}`);
    await chief.api.put(`/tool/${toolId}`, { ...body, PerPrice: 24.99 });
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByRole('status').getByText('a piece was $20.00, and is $24.99 now').waitFor();
    expect(await ordersOf(buyer)).toEqual([]);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await isShown(page, 'Payment');
    expect((await ordersOf(buyer)).map(({ price }) => price)).toEqual([24.99]);
  });

  thoroughly('says that it is offered no more, and comes back', async () => {
    const { chief, page, toolId } = await opened('Retired Reamer');
    await chief.api.delete(`/tool/${toolId}`);
    await page.getByRole('alert').getByRole('heading', { name: 'No longer offered' }).waitFor();
    expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0);
    await chief.api.post(`/tool/${toolId}/return`);
    await eventually(() => page.getByRole('button', { name: 'Place the order' }).isEnabled()).toBe(true);
  });
});
