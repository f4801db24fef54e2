import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { signUp } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';

type Line = { readonly [name: string]: unknown };

it('at the level debug each call is a line, with the ids by which it and what it did are found again', async () => {
  const lines: Line[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const shop = await startShop({ LOG_LEVEL: 'debug' }, { log });
  onTestFinished(() => shop.end());
  const who = await signUp(shop.origin);
  const headers = { 'x-request-id': 'given-by-a-proxy' };
  expect((await who.post('/reviews', { review: 'Good', description: 'It hits.' }, { headers })).status).toBe(201);
  const line = lines.find(({ requestId }) => requestId === 'given-by-a-proxy');
  expect(line).toMatchObject({ call: 'POST /reviews', status: 201 });
  const store = openSqliteEventStore({ file: join(shop.dataDir, 'events.db') });
  onTestFinished(() => store.close());
  const { events } = await store.readAll({ after: 0n, limit: 1_000 });
  const written = events.find(({ type }) => type === 'ReviewAdded');
  expect(line?.correlationId).toBe(written?.meta.correlationId);
  expect(JSON.stringify(lines)).not.toContain(who.email);
});
