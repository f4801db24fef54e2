import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { makeLog } from '../../bench/logs/made-log.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { ApiClient, signIn } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { demoAdmin, demoPassword } from '../demo/seed.ts';
import { BadSetting } from '../settings/config.ts';

/** Leaves a shop that was closed as one that the next start finds with a new version of all its read models but one. */
async function dropAllBut(DATA_DIR: string, kept: { readonly storedAs: string }) {
  const readModels = openSqliteReadModels({ file: join(DATA_DIR, 'read-models.db') });
  const dropped = (await readModels.projections()).filter((projection) => projection !== kept.storedAs);
  for (const projection of dropped) await readModels.drop(projection);
  await readModels.close();
}

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

  thoroughly('waits for none at its start, whatever it has to know of its people', async () => {
    const issuer = await issuerUnderTest();
    onTestFinished(() => issuer.close());
    const DATA_DIR = temporaryFolder();
    await makeLog({ dataDir: DATA_DIR, orders: 3_000, tools: 5, people: 10 });
    const settings = { DATA_DIR, LOG_LEVEL: 'silent', ...issuer.settings };
    const standing: unknown[] = [];
    const during = async (more: Readonly<Record<string, string>>) => {
      const shop = await startShop({ ...settings, ...more }, { passwords: quickPasswords });
      standing.push((await new ApiClient(shop.origin).get('/health/serving')).body);
      await shop.close();
    };
    await during({ SEED: 'demo' });
    for (const SEED of ['demo', 'none']) {
      await dropAllBut(DATA_DIR, bookings);
      await during({ SEED });
    }
    expect(standing).toEqual([{ status: 'serving' }, { status: 'preparing' }, { status: 'preparing' }]);
    await dropAllBut(DATA_DIR, bookings);
    const forOthers = { SEED: 'none', PAYMENTS: 'stripe', HOST: '0.0.0.0', PUBLIC_URL: 'http://shop.example' };
    await expect(during(forOthers)).rejects.toThrow(BadSetting);
  });
});
