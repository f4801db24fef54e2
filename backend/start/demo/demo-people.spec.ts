import { expect, it } from 'vitest';
import { signIn } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginShopProcess, productionSettings } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { demoLine } from './demo-people.ts';
import { demoAdmin, demoPassword, demoShopper } from './seed.ts';

const erase = async (origin: string, email: string) => {
  const person = await signIn(origin, email, demoPassword);
  expect((await person.delete('/me', { body: { password: demoPassword } })).status).toBe(204);
};

it('who a demo can be entered as is said at its start, and nobody else', async () => {
  const DATA_DIR = temporaryFolder();
  const settings = await productionSettings({ DATA_DIR, SEED: 'demo' });
  const shop = await startShop(settings);
  const both = { emails: [demoAdmin.email, demoShopper.email], password: demoPassword };
  expect(await shop.demo?.()).toEqual(both);
  expect(demoLine(both)).toMatch(/^Demo data: log in as admin@\S+ or shopper@\S+, password inventory$/);
  await erase(shop.origin, demoShopper.email);
  await shop.close();
  const { child, end } = beginShopProcess(settings);
  const said = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.includes('Demo data')) resolve(text);
    });
  });
  expect(said).toMatch(/^Demo data: log in as admin@inventory\.dev, password inventory$/m);
  await end('SIGTERM');
});

thoroughly('a demo that nobody can be entered as any more says nothing of it', async () => {
  const shop = await startShop({ SEED: 'demo' });
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  await erase(shop.origin, demoShopper.email);
  const changed = { password: demoPassword, newPassword: 'a long enough secret' };
  expect((await admin.post('/identity/password', changed)).status).toBeLessThan(300);
  await expect.poll(() => shop.demo?.()).toBeUndefined();
  await shop.end();
});
