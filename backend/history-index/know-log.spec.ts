import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it, onTestFinished } from 'vitest';
import { start } from '../../modules/kernel/event-store.ts';
import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { newEvent } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';
import { indexed } from './indexed-event.ts';
import { knowLog } from './know-log.ts';

it.each(['is deleted', 'shows no more of what it had'])(
  'a history whose last stream %s on the server is of the same log, and of another where that was put back',
  async (what) => {
    const server = await startEventStoreDouble();
    onTestFinished(() => server.stop());
    const operator = EventStoreDBClient.connectionString(server.url);
    onTestFinished(() => operator.dispose());
    const store = openEventStoreDB({ address: server.url, prefix: 'inventory-' });
    onTestFinished(() => store.close());
    const count = (stream: string) => store.append(stream, 'any', [newEvent({ type: 'Counted', data: {} })]);
    await count('counter-first');
    const putBack = server.backUp();
    await count('counter-last');
    const { events, position } = await store.readAll({ after: start, limit: 10 });
    const file = new HistoryIndexFile({ file: join(temporaryFolder(), 'history.db') });
    onTestFinished(() => file.close());
    file.nameLog(events[0]?.id ?? '');
    file.add({ after: 0, events: events.map(indexed), upTo: Number(position) });
    if (what === 'is deleted') await operator.deleteStream('inventory-counter-last');
    else await operator.setStreamMetadata('inventory-counter-last', { truncateBefore: 1 });
    await knowLog(file, store);
    expect(file.newest({}, { before: Number.MAX_SAFE_INTEGER, limit: 10 })).toHaveLength(2);
    await server.misbehave.goAway();
    putBack();
    await server.misbehave.comeBack();
    await knowLog(file, store);
    expect(file.newest({}, { before: Number.MAX_SAFE_INTEGER, limit: 10 })).toEqual([]);
  },
);
