import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it, onTestFinished } from 'vitest';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { demoAdmin, demoPassword } from '../demo/seed.ts';

it('a tool of which the server shows half of what happened to it is not sold, and why is said, until all is shown again', async () => {
  const { operator, said, open } = await shopOnServer();
  const before = await open();
  const tool = await addTool(await signIn(before.origin, demoAdmin.email, demoPassword));
  expect(await buy(await signUp(before.origin), tool)).toMatchObject({ status: 201 });
  await before.close();
  await operator.setStreamMetadata(`inventory-tool-${tool}`, { maxCount: 1 });

  // What a shop has read before it knows.
  const shop = await open();
  onTestFinished(() => shop.close());
  const mina = await signUp(shop.origin);
  expect(await buy(mina, tool)).toMatchObject({ status: 503 });
  expect(said.join('')).toContain(`tool-${tool} cannot be read: What came before revision 1 of it is gone.`);
  await operator.setStreamMetadata(`inventory-tool-${tool}`, {});
  expect(await buy(mina, tool)).toMatchObject({ status: 201 });
});

it('a shop goes on where somebody deletes on the server the stream of what happened last', async () => {
  const { server, operator, said, open } = await shopOnServer();
  const shop = await open();
  onTestFinished(() => shop.close());
  const tool = await addTool(await signIn(shop.origin, demoAdmin.email, demoPassword));
  const mina = await signUp(shop.origin);
  const { body } = await buy(mina, tool);
  const stream = `inventory-booking-${body.insertedId}`;
  await operator.deleteStream(stream);
  server.asked.forget();
  const looks = () => server.asked.reads.filter((read) => read === stream).length;
  await expect.poll(looks, { timeout: 60_000 }).toBeGreaterThan(4);
  expect(await mina.get('/tool?limit=1')).toMatchObject({ status: 200 });
  expect(await mina.get('/health/ready')).toMatchObject({ status: 200 });
  expect(await buy(mina, tool)).toMatchObject({ status: 201 });
  expect(said.join('')).not.toContain('put back');
});

/** A server, somebody who sets things there by hand, and shops on it, which say what they warn of. */
async function shopOnServer() {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const operator = EventStoreDBClient.connectionString(server.url);
  onTestFinished(() => operator.dispose());
  const said: string[] = [];
  const log = openLog('warn', { write: (line: string) => void said.push(line) });
  const settings = { SEED: 'demo', EVENT_STORE: server.url, DATA_DIR: temporaryFolder() };
  return { server, operator, said, open: () => startShop(settings, { passwords: quickPasswords, log }) };
}

const buy = (buyer: ApiClient, tool: string) =>
  buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, tool, 19.99));
