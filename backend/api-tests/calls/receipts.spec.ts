import { describe, expect, it } from 'vitest';
import { orderNumber } from '../../../modules/kernel/values/order-number.ts';
import { type ApiClient, addTool, orderOf, signUp } from '../../testing/api-client.ts';
import { textOfPdf } from '../../testing/clients/text-of-pdf.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { paidByWord } from '../orders/begun-payment.ts';
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

  it('is made for somebody while another asks for many, of which some are refused, and the shop answers meanwhile', async () => {
    const [mine, theirs] = [await ordered(shop.shopper, 'Claw'), await ordered(shop.other, 'Claw')];
    await paidByWord(shop, shop.shopper, mine);
    await paidByWord(shop, shop.other, theirs);
    const statuses: number[] = [];
    const asked = Promise.all(
      Array.from({ length: 13 }, async () => statuses.push((await receipt(shop.shopper, mine)).status)),
    );
    await expect.poll(() => statuses).toContain(503);
    // Somebody else has theirs long before.
    expect((await receipt(shop.other, theirs)).status).toBe(200);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(11);
    expect((await shop.nobody.get('/tool')).status).toBe(200);
    await asked;
    expect(statuses.sort()).toEqual([...Array(11).fill(200), 503, 503]);
    expect((await receipt(shop.shopper, mine)).status).toBe(200);
  });
});
