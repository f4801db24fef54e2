import { describe, expect, it } from 'vitest';
import { orderNumber } from '../../../modules/kernel/order-number.ts';
import { type ApiClient, addTool, orderOf, signUp } from '../../testing/api-client.ts';
import { textOfPdf } from '../../testing/text-of-pdf.ts';
import { paidByWord } from '../begun-payment.ts';
import { expectProblem } from '../expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

async function ordered(who: ApiClient, name: string): Promise<string> {
  const toolId = await addTool(shop.admin, { name });
  return (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, 19.99))).body.insertedId;
}
const receipt = (who: ApiClient, id: string) =>
  fetch(`${shop.origin}/booking/${id}/receipt.pdf`, { headers: { authorization: `Bearer ${who.token}` } });

describe('GET /booking/{id}/receipt.pdf', () => {
  it('is the receipt of a paid order, whatever script its buyer writes', async () => {
    const who = await signUp(shop.origin, 'מרים Ωμέγα');
    const id = await ordered(who, 'Ключ 12');
    await paidByWord(shop, who, id);
    const reply = await receipt(who, id);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${orderNumber(id)}.pdf"`);
    const said = await textOfPdf(new Uint8Array(await reply.arrayBuffer()));
    for (const text of [orderNumber(id), 'מרים', 'Ωμέγα', 'Ключ 12', '$19.99', 'Paid on']) expect(said).toContain(text);
  });

  it('is its owner’s and admins’ alone, and of paid orders only', async () => {
    const id = await ordered(shop.shopper, 'Claw');
    expectProblem(
      await shop.shopper.get(`/booking/${id}/receipt.pdf`),
      409,
      'There is a receipt once the order is paid.',
    );
    await paidByWord(shop, shop.shopper, id);
    expectProblem(await shop.other.get(`/booking/${id}/receipt.pdf`), 404, 'There is no such order.');
    expect((await receipt(shop.admin, id)).status).toBe(200);
  });

  it('is made for many at once, or refused for a moment, and the shop answers meanwhile', async () => {
    const id = await ordered(shop.shopper, 'Claw');
    await paidByWord(shop, shop.shopper, id);
    const asked = Promise.all(Array.from({ length: 24 }, async () => (await receipt(shop.shopper, id)).status));
    expect((await shop.nobody.get('/tool')).status).toBe(200);
    const statuses = await asked;
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(22);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await receipt(shop.shopper, id)).status).toBe(200);
  });
});
