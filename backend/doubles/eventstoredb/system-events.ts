import { randomUUID } from 'node:crypto';
import type { InMemoryStore } from './in-memory-store.ts';

const STATISTICS = '$stats-127.0.0.1:2113';

/** What a server writes by itself when it starts, before anybody's events: a reader of $all meets it first. */
export function writeStartupEvents(store: InMemoryStore): void {
  write(store, `$$${STATISTICS}`, '$metadata', { $maxAge: 86_400 });
  write(store, '$users', '$User', 'admin');
  write(store, '$user-admin', '$UserCreated', { loginName: 'admin', groups: ['$admins'] });
}

/** What it goes on writing while it runs. */
export function writeStatistics(store: InMemoryStore, count: number): void {
  for (let n = 0; n < count; n++) write(store, STATISTICS, '$statsCollected', { 'proc-cpu': 0 });
}

function write(store: InMemoryStore, stream: string, type: string, data: unknown): void {
  const body = Buffer.from(JSON.stringify(data));
  const event = { id: randomUUID(), type, contentType: 'application/json', data: body, metadata: new Uint8Array() };
  store.append(stream, 'any', [event]);
}
