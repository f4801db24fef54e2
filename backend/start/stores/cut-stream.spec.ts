import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it, onTestFinished } from 'vitest';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/log.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { demoAdmin, demoPassword } from '../demo/seed.ts';

it('a tool of which the server shows half of what happened to it is not sold, and why is said, until all is shown again', async () => {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const operator = EventStoreDBClient.connectionString(server.url);
  onTestFinished(() => operator.dispose());
  const said: string[] = [];
  const log = openLog('warn', { write: (line: string) => void said.push(line) });
  const settings = { SEED: 'demo', EVENT_STORE: server.url, DATA_DIR: temporaryFolder() };
  const open = () => startShop(settings, { passwords: quickPasswords, log });

  const before = await open();
  const tool = await addTool(await signIn(before.origin, demoAdmin.email, demoPassword));
  const buy = (buyer: ApiClient) => buyer.post('/booking', orderOf(buyer, tool, 19.99));
  expect(await buy(await signUp(before.origin))).toMatchObject({ status: 201 });
  await before.close();
  await operator.setStreamMetadata(`inventory-tool-${tool}`, { maxCount: 1 });

  // What a shop has read before it knows.
  const shop = await open();
  onTestFinished(() => shop.close());
  const mina = await signUp(shop.origin);
  expect(await buy(mina)).toMatchObject({ status: 503 });
  expect(said.join('')).toContain(`tool-${tool} cannot be read: What came before revision 1 of it is gone.`);
  await operator.setStreamMetadata(`inventory-tool-${tool}`, {});
  expect(await buy(mina)).toMatchObject({ status: 201 });
});
