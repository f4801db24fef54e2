import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { startEventStoreUnderTest } from '../testing/logs/event-store-under-test.ts';
import { describeThoroughly } from '../testing/thoroughly.ts';
import { eventStoreContract } from './contract.ts';
import { openEventStoreDB } from './eventstoredb.ts';

const { address, what, stop } = await startEventStoreUnderTest();
afterAll(stop);

/** More than a shop's: what many do at once may take its time on a busy machine, and is no trouble of the server. */
const patience = { inAll: 30_000, each: 10_000 };
const open = async () => openEventStoreDB({ address, prefix: 'inventory-', patience });

eventStoreContract(`the event log in EventStoreDB, against ${what}`, open);

const amongOthers = async (): Promise<EventStore> => {
  const others = EventStoreDBClient.connectionString(address);
  // With credentials the client makes a call for each append; what it sends over one call fails when it is closed.
  const credentials = { username: 'nobody', password: 'nothing' };
  const writeForOthers = (count: number) => {
    const events = Array.from({ length: count }, () => jsonEvent({ type: 'SomethingElse', data: {} }));
    return others.appendToStream('other', events, { credentials });
  };
  const store = await open();
  const appends = new Set<Promise<unknown>>();
  const append: EventStore['append'] = async (...write) => {
    await writeForOthers(3);
    const appended = await store.append(...write);
    await writeForOthers(1);
    return appended;
  };
  return {
    ...store,
    append: (...write) => {
      const appended = append(...write);
      appends.add(appended.catch(() => undefined));
      return appended;
    },
    async close() {
      await Promise.all(appends);
      await store.close();
      await others.dispose();
    },
  };
};

describeThoroughly(`the event log in EventStoreDB, among other applications, against ${what}`, () =>
  eventStoreContract('there', amongOthers),
);
