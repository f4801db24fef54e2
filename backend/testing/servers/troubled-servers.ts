import { type afterAll, afterEach, vi } from 'vitest';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import {
  type EventStoreDouble,
  type EventStoreDoubleOptions,
  startEventStoreDouble,
} from '../../doubles/eventstoredb/event-store-double.ts';
import type { AppendBounds } from '../../event-store/eventstoredb/appending/append-room.ts';
import type { Patience } from '../../event-store/eventstoredb/trouble/patience.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';

/** Tries are short, so that lost answers do not hold up the tests; there may be many, for a machine that is busy. */
const usual: Patience = { inAll: 60_000, each: 400 };

/** What a server may do to an append that it has written all the same. */
export const mishaps = {
  'whose answer is lost': 'loseAppendAnswers',
  'that is said to have timed out': 'timeOutAppends',
} as const;

/**
 * Servers that a spec makes misbehave, and stores on them; all are gone after each test, or after all of them (`afterAll`), where they run
 * side by side.
 */
export function troubledServers(after: typeof afterEach | typeof afterAll = afterEach) {
  let stores: EventStore[] = [];
  let servers: EventStoreDouble[] = [];

  after(async () => {
    for (const store of stores) await store.close();
    for (const server of servers) await server.stop();
    stores = [];
    servers = [];
  });

  function open(address: string, patience = usual, bounds?: AppendBounds): EventStore {
    const store = openEventStoreDB({ address, prefix: 'inventory-', patience, bounds });
    stores.push(store);
    return store;
  }

  async function startServer(options: EventStoreDoubleOptions = {}): Promise<EventStoreDouble> {
    const server = await startEventStoreDouble(options);
    servers.push(server);
    return server;
  }

  return {
    open,
    startServer,
    async serverAndStore(options: EventStoreDoubleOptions = {}, patience = usual) {
      const server = await startServer(options);
      const store = open(server.url, patience);
      // With the first call the store finds out where the shop's history begins, which is nobody's trouble here.
      await vi.waitFor(() => store.readAll({ after: start, limit: 1 }), { timeout: 60_000 });
      return {
        server,
        store,
        /** Another store there, for what is no trouble: its patience is the usual. */
        get patient() {
          return open(server.url);
        },
      };
    },
  };
}
