import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import type { User } from '../../../modules/users/contract.ts';
import { type ApiClient, addTool, orderOf, type Reply, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { expectPosition } from '../http/expect-problem.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();
/** How often each of several people does it and looks, one time after the other. */
const rounds = asOften(1, 10);

/** Several people do the same thing over and over at the same time, and each looks at once. */
async function each(people: readonly ApiClient[], look: (who: ApiClient, round: number) => Promise<void>) {
  const lives = people.map(async (who) => {
    for (let round = 0; round < rounds; round++) await look(who, round);
  });
  await Promise.all(lives);
}
const crowd = () => Array.from({ length: 6 }, (_, n) => (n % 2 ? shop.shopper : shop.other));
const left = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;
const idsOf = (items: readonly { _id: string }[]) => items.map(({ _id }) => _id);
const ordersOf = async (who: ApiClient) => (await who.get<Booking[]>(`/booking?personEmail=${who.email}`)).body;

async function booked(who: ApiClient, toolId: string): Promise<string> {
  const reply = await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, 19.99));
  expectPosition(reply);
  return reply.body.insertedId;
}

describe('right after its answer', () => {
  it('POST /tool shows in the list and by itself', () =>
    each([shop.admin, shop.admin, shop.admin], async (admin) => {
      const id = await addTool(admin, { name: `Tool ${randomUUID()}` });
      expect((await shop.nobody.get(`/tool/${id}`)).status).toBe(200);
      expect(idsOf((await shop.nobody.get<Tool[]>('/tool')).body)).toContain(id);
    }));

  it('POST /reviews shows in the list', () =>
    each(crowd(), async (who) => {
      const { body } = await who.post<{ insertedId: string }>('/reviews', { review: 'a', description: 'b' });
      expect(idsOf((await shop.nobody.get<Review[]>('/reviews?limit=50')).body)).toContain(body.insertedId);
    }));

  it('POST /booking shows by itself, in both lists and on the tool', () =>
    each(crowd(), async (who) => {
      const toolId = await addTool(shop.admin);
      const id = await booked(who, toolId);
      expect(await left(toolId)).toBe(9);
      expect((await who.get<Booking>(`/booking/${id}`)).body.status).toBe('unpaid');
      expect(idsOf(await ordersOf(who))).toContain(id);
      expect(idsOf((await shop.admin.get<Booking[]>('/booking?limit=50')).body)).toContain(id);
    }));

  it('DELETE /booking/{id} shows too, and the pieces are back on the tool', () =>
    each(crowd(), async (who) => {
      const toolId = await addTool(shop.admin);
      const id = await booked(who, toolId);
      expectPosition(await who.delete(`/booking/${id}`));
      expect(await left(toolId)).toBe(10);
      expect((await who.get(`/booking/${id}`)).status).toBe(404);
      expect(idsOf(await ordersOf(who))).not.toContain(id);
    }));

  it('DELETE /booking shows of every order, and every piece is back', async () => {
    const buyers = await Promise.all([signUp(shop.origin), signUp(shop.origin)]);
    await each(buyers, async (who) => {
      const tools = await Promise.all(Array.from({ length: 3 }, () => addTool(shop.admin)));
      await Promise.all(tools.map((toolId) => booked(who, toolId)));
      const reply = await who.delete<{ deletedCount: number }>(`/booking?personEmail=${who.email}`);
      expectPosition(reply);
      expect(reply.body.deletedCount).toBe(3);
      expect(await ordersOf(who)).toEqual([]);
      for (const toolId of tools) expect(await left(toolId)).toBe(10);
    });
  });

  it('the provider’s word shows as a paid order', () =>
    each(crowd(), async (who) => {
      const id = await booked(who, await addTool(shop.admin));
      expectPosition(await paidByWord(shop, who, id));
      expect((await who.get<Booking>(`/booking/${id}`)).body).toMatchObject({ status: 'paid', paid: true });
      expect(await ordersOf(who)).toContainEqual(expect.objectContaining({ _id: id, paid: true }));
    }));

  it('POST /updateuser shows in the list of users', () =>
    each([shop.shopper, shop.other, shop.admin], async (who) => {
      const profile = {
        education: randomUUID(),
        location: 'Dhaka',
        phone: '+1 555 0100',
        social: 'https://example.com',
      };
      expectPosition(await who.post('/updateuser', { email: who.email, ...profile }));
      expect(await listed(who.email)).toMatchObject(profile);
    }));

  it('PUT /user/{email} and PUT /user/admin/{email} let somebody in, and further in, and DELETE out again', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const who = await signUp(shop.origin);
        expect(await listed(who.email)).toMatchObject({ email: who.email });
        return who;
      }),
    );
    const changed = async (who: ApiClient) => {
      const reply: Reply<unknown> = await shop.admin.put(`/user/admin/${who.email}`);
      expectPosition(reply);
      expect((await who.get(`/admin/${who.email}`)).body).toEqual({ admin: true });
      expect((await who.get('/user')).status).toBe(200);
      expect(await listed(who.email)).toMatchObject({ role: 'admin' });
      expectPosition(await shop.admin.delete(`/user/admin/${who.email}`));
      expect((await who.get(`/admin/${who.email}`)).body).toEqual({ admin: false });
      expect((await who.get('/user')).status).toBe(403);
      expect(await listed(who.email)).not.toHaveProperty('role');
    };
    await Promise.all(people.map(changed));
  });
});

async function listed(email: string): Promise<User | undefined> {
  return (await shop.admin.get<User[]>('/user')).body.find((user) => user.email === email);
}
