import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { checksumOf } from '../../event-store/sqlite/rows.ts';
import { storesUnderTest } from '../shops/stores-under-test.ts';

/** An event as somebody writes it who knows the store and not the shop; texts may be no JSON. */
export type StrangeEvent = {
  readonly stream: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  /** In the place of the sum that belongs to the row, in SQLite. */
  readonly checksum?: number;
};

/** Writes an event past the shop, whether it runs or not, into the store that it has its events in. @returns its id */
export async function writeStrangeEvent(dataDir: string, event: StrangeEvent): Promise<string> {
  const { EVENT_STORE } = await storesUnderTest(dataDir);
  return EVENT_STORE === undefined ? insert(join(dataDir, 'events.db'), event) : append(EVENT_STORE, event);
}

function insert(file: string, { stream, type, data, meta, checksum }: StrangeEvent): string {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const id = randomUUID();
    const last = database
      .prepare('SELECT coalesce(max(revision), -1) AS last FROM events WHERE stream = ?')
      .get(stream);
    const revision = BigInt(Number(last?.last) + 1);
    const sum = checksum ?? checksumOf(stream, revision, { id, type, data, meta });
    const row = [stream, revision, id, type, data, meta, sum];
    database
      .prepare(
        `INSERT INTO events (stream, revision, id, type, data, meta, checksum, unguarded) VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
      )
      .run(...row);
    return id;
  } finally {
    database.close();
  }
}

async function append(address: string, { stream, type, data, meta }: StrangeEvent): Promise<string> {
  const client = EventStoreDBClient.connectionString(address);
  try {
    const id = randomUUID();
    const [said, about] = [parsed(data), parsed(meta)];
    const isJson = typeof said === 'object' && typeof about === 'object';
    const event = isJson
      ? jsonEvent({ id, type, data: said ?? {}, ...(about !== null && { metadata: about }) })
      : binaryEvent({ id, type, data: Buffer.from(data), metadata: Buffer.from(meta) });
    await client.appendToStream(`inventory-${stream}`, [event]);
    return id;
  } finally {
    await client.dispose();
  }
}

/** Has an EventStoreDB show no more than the last event of these streams; nothing on a store that shows all. */
export async function showLastOnly(dataDir: string, ...streams: readonly string[]): Promise<void> {
  const { EVENT_STORE } = await storesUnderTest(dataDir);
  if (EVENT_STORE === undefined) return;
  const client = EventStoreDBClient.connectionString(EVENT_STORE);
  try {
    for (const stream of streams) await client.setStreamMetadata(`inventory-${stream}`, { maxCount: 1 });
  } finally {
    await client.dispose();
  }
}

function parsed(text: string): Record<string, unknown> | null | string {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
