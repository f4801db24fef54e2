import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { User } from '../../../modules/users/contract.ts';
import { demoTools } from '../../start/demo/demo-tools.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, signIn, signUp } from '../../testing/api-client.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { productionSettings } from '../../testing/shop-process.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { type ShopNodes, startShopNodes } from '../kills/shop-nodes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'first-'));
let stores: Readonly<Record<string, string>>;
let nodes: ShopNodes;

beforeAll(async () => {
  stores = await storesUnderTest(dataDir);
  // With keys in a file of theirs: in production they are a setting.
  const but = { NODE_ENV: 'test', IDENTITY_KEYS: '', DATA_DIR: dataDir, SEED: 'demo' };
  nodes = await startShopNodes(3, await productionSettings({ ...but, ...stores }));
});
afterAll(async () => {
  await nodes?.endAll('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

it('three nodes that start at once on empty stores make one set of demo data', async () => {
  for (const { origin } of nodes.open().values()) {
    const admin = await signIn(origin, demoAdmin.email, demoPassword);
    const tools = (await admin.get<Tool[]>('/tool')).body.map(({ name }) => name);
    expect(tools.toSorted()).toEqual(demoTools.map(({ name }) => name).toSorted());
    expect((await admin.get<unknown[]>('/reviews')).body).toHaveLength(6);
    const users = (await admin.get<User[]>('/user')).body.map(({ email, role }) => `${email} ${role ?? 'shopper'}`);
    expect(users.toSorted()).toEqual(['admin@inventory.dev admin', 'shopper@inventory.dev shopper']);
  }
  const kept = await openKeptData(dataDir, stores);
  expect(await kept.shown()).toEqual(await kept.rebuilt());
  await kept.close();
});

it('three nodes that start at once beside one another open with the keys that one of them has made', async () => {
  const [one, ...others] = [...nodes.open().values()].map(({ origin }) => origin);
  const { email, token } = await signUp(one ?? '');
  expect(others).toHaveLength(2);
  for (const other of others) {
    expect((await new ApiClient(other, { token }).get('/cart')).status).toBe(200);
    await signIn(other, email);
  }
});
