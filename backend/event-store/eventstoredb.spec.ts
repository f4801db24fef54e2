import { afterAll } from 'vitest';
import { startEventStoreUnderTest } from '../testing/event-store-under-test.ts';
import { eventStoreContract } from './contract.ts';
import { openEventStoreDB } from './eventstoredb.ts';

const { address, what, stop } = await startEventStoreUnderTest();
afterAll(stop);

eventStoreContract(`the event log in EventStoreDB, against ${what}`, async () => openEventStoreDB({ address }));
