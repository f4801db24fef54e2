import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { eventStoreContract } from './contract.ts';
import { openSqliteEventStore } from './sqlite.ts';

const directory = mkdtempSync(join(tmpdir(), 'events-'));
afterAll(() => rmSync(directory, { recursive: true }));

eventStoreContract('the event log in SQLite', async () => openSqliteEventStore({ file: join(directory, 'events.db') }));
