import { afterAll } from 'vitest';
import { eventStoreContract } from './contract.ts';
import { startServerForTests } from './eventstoredb/server-for-tests.ts';
import { openEventStoreDB } from './eventstoredb.ts';

const { address, what, stop } = await startServerForTests();
console.info(`The event log in EventStoreDB is tested against ${what}.`);
afterAll(stop);

eventStoreContract(`the event log in EventStoreDB, against ${what}`, async () => openEventStoreDB({ address }));
