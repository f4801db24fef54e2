import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { addTool, orderOf, payInSandbox, signIn } from '../testing/api-client.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';

const patient = { timeout: 60_000, interval: 500 };

describe('the books that an operator sees', () => {
  it('say what was taken, and what has become of it', async () => {
    const shop = await startShop({ SEED: 'demo' }, { passwords: quickPasswords });
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
  });
});
