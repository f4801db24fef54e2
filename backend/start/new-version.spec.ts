import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import { bookings } from '../../modules/booking/read-models/bookings.ts';
import { makeLog } from '../bench/made-log.ts';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { openSqliteReadModels } from '../read-models/sqlite.ts';
import { signIn } from '../testing/api-client.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { demoAdmin, demoPassword } from './seed/seed.ts';

describe('a release with a new version of a read model', () => {
  it('opens at once, says what is being prepared, and is sent nobody by a proxy until that is there', async () => {
    const DATA_DIR = temporaryFolder();
    await makeLog({ dataDir: DATA_DIR, orders: 3_000, tools: 5, people: 10 });
    const open = async () => {
      const shop = await startShop({ DATA_DIR, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= shop.close();
        return closed;
      };
      onTestFinished(close);
      return { ...shop, close };
    };
    const before = await open();
    const admin = await signIn(before.origin, demoAdmin.email, demoPassword);
    const { headers } = await admin.get('/booking');
    await before.close();
    const readModels = openSqliteReadModels({ file: join(DATA_DIR, 'read-models.db') });
    await readModels.drop(bookings.storedAs);
    await readModels.close();

    const { origin } = await open();
    const asked = admin.at(origin);
    const [orders, tools, serving, ready] = await Promise.all([
      asked.get('/booking'),
      asked.get('/tool'),
      asked.get('/health/serving'),
      asked.get('/health/ready'),
    ]);
    expect(orders).toMatchObject({ status: 503, body: { type: '/problems/being-prepared' } });
    expect(orders.headers.get('retry-after')).toBe('2');
    expect(tools.status).toBe(200);
    expect(serving).toMatchObject({ status: 503, body: { status: 'preparing' } });
    expect(ready.status).toBe(503);
    await expect.poll(async () => (await asked.get('/health/serving')).status, { timeout: 60_000 }).toBe(200);
    const made = await asked.get<Booking[]>('/booking');
    expect(made).toMatchObject({ status: 200 });
    expect(made.headers.get('total-count')).toBe(headers.get('total-count'));
    expect((await asked.get('/health/ready')).status).toBe(200);
  });
});
