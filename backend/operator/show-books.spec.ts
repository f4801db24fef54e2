import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../start/demo/seed.ts';
import { addTool, orderOf, payInSandbox, signIn } from '../testing/api-client.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { sandboxInHand } from '../testing/servers/sandbox-in-hand.ts';

const patient = { timeout: 60_000, interval: 500 };

/** Banks decide at once here. */
const { openSandbox } = sandboxInHand({ laterAfter: 1 });

describe('the books that an operator sees', () => {
  it('say what was taken, and what has become of it', async () => {
    const shop = await startShop({ SEED: 'demo' }, { passwords: quickPasswords, openSandbox });
    onTestFinished(shop.end);
    const books = async () => operate({ DATA_DIR: shop.dataDir }, 'books');
    expect(await books()).toMatchObject({ code: 0, stdout: 'No money has been taken yet.\n' });
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const order = orderOf(admin, await addTool(admin), 19.99);
    const { insertedId } = (await admin.post<{ insertedId: string }>('/booking', order)).body;
    expect(await payInSandbox(admin, insertedId, 19.99)).toBe(200);
    const refund = () => admin.post(`/booking/${insertedId}/refund`, { amount: 5, reason: 'Bent' });
    await expect.poll(async () => (await refund()).status, patient).toBe(202);
    await expect
      .poll(async () => (await books()).stdout, patient)
      .toBe('taken $19.99 = paid $14.99 + owed $0.00 + given back $5.00 + lost in disputes $0.00\n');

    // Of one to this card a bank says no.
    const other = orderOf(admin, await addTool(admin, { PerPrice: 10 }), 10);
    const { insertedId: otherId } = (await admin.post<{ insertedId: string }>('/booking', other)).body;
    expect(await payInSandbox(admin, otherId, 10, '4000000000005126')).toBe(200);
    const askFor = () => admin.post(`/booking/${otherId}/refund`, { reason: 'Bent' });
    await expect.poll(async () => (await askFor()).status, patient).toBe(202);
    const failed = async () => (await admin.get<{ _id: string }[]>('/refunds/failed')).body.at(0)?._id;
    await expect.poll(failed, patient).toBeDefined();
    await admin.post(`/refunds/${await failed()}/settle`, { how: 'elsewhere', note: 'By a transfer.' });
    await expect
      .poll(async () => (await books()).stdout, patient)
      .toBe(
        'taken $29.99 = paid $14.99 + owed $0.00 + given back $5.00 + given back in another way $10.00 + lost in disputes $0.00\n',
      );
  });
});
