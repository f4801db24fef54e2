import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { startRedis } from '../../testing/redis.ts';
import { startShop } from '../../testing/running-shop.ts';

const operating = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

it('a user of Redis with the rights that are written down, and no others, is all that a shop needs', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const rights = /^ACL SETUSER shop (?<rights>.*)$/m.exec(operating)?.[0].split(' ').slice(3) ?? [];
  await redis.call('ACL', 'SETUSER', 'shop', ...rights);
  await redis.call('ACL', 'LOG', 'RESET');
  const settings = { READ_MODELS: redis.url.replace('redis://', 'redis://shop:password@'), SEED: 'demo' };
  const limits = {
    LOGIN_LIMIT_ACCOUNT: '5',
    LOGIN_LIMIT_ADDRESS: '20',
    RATE_LIMIT_ADDRESS: '600',
    RATE_LIMIT_USER: '1200',
  };
  const shop = await startShop({ ...settings, ...limits }, { passwords: quickPasswords });
  onTestFinished(shop.end);

  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const shopper = await signUp(shop.origin);
  const toolId = await addTool(admin);
  expect(await shopper.post('/booking', orderOf(shopper, toolId, 19.99))).toMatchObject({ status: 201 });
  expect(await admin.get('/booking?limit=1')).toMatchObject({ status: 200 });
  expect(await shopper.get(`/tool?limit=2&search=hammer`)).toMatchObject({ status: 200 });
  const wrong = { email: shopper.email, password: 'not this one' };
  for (let tries = 0; tries < 7; tries++) await new ApiClient(shop.origin).post('/identity/sign-in', wrong);
  const renewed = { headers: { cookie: shopper.cookie } };
  expect(await new ApiClient(shop.origin).post('/identity/refresh', undefined, renewed)).toMatchObject({ status: 200 });
  expect(await redis.call('ACL', 'LOG')).toEqual([[]]);
  // Nor is anything asked that this Redis does not have, and that a right would be needed for in another: it begins with ERR.
  expect(String(await redis.call('INFO', 'errorstats'))).not.toContain('errorstat_ERR:');
});
