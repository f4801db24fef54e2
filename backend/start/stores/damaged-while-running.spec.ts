import { expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { writeStrangeEvent } from '../../testing/logs/strange-events.ts';
import { startShop } from '../../testing/running-shop.ts';
import { demoAdmin, demoPassword } from '../demo/seed.ts';

it('a log that turns out to be damaged while the shop runs is said to be so, and nobody waits for it', async () => {
  const said: string[] = [];
  const log = openLog('error', { write: (line: string) => void said.push(line) });
  const shop = await startShop({ SEED: 'demo' }, { passwords: quickPasswords, log });
  onTestFinished(() => shop.end());
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const mina = await signUp(shop.origin);
  const order = orderOf(mina, await addTool(admin), 19.99);
  expect(await mina.post('/booking', order)).toMatchObject({ status: 201 });
  const event = { stream: 'booking-damaged', type: 'BookingPaid', data: '{}', meta: '{}', checksum: 5 };
  await writeStrangeEvent(shop.dataDir, event);
  await expect.poll(() => said.join('')).toContain('cannot be used as the event log: the event at position');
  expect(await admin.get('/tool?limit=1')).toMatchObject({ status: 503 });
  expect(await mina.post('/booking', order)).toMatchObject({ status: 503 });
  expect(await admin.get('/health/ready')).toMatchObject({ status: 503 });
  expect(await admin.get('/health/live')).toMatchObject({ status: 200 });
});
