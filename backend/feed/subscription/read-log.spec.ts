import { describe, expect, it, onTestFinished } from 'vitest';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { count } from '../../testing/counters.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { far, readLog } from './read-log.ts';

const few = 10;
const many = Number(far) + 10;

describe.each([
  { by: 'page by page', written: few },
  { by: 'in one go, as it is far', written: many },
])('the log, read $by', ({ written }) => {
  it('comes to where the log ends, though nothing of the shop’s stands there', async () => {
    const { store, last } = await logOf(written);
    const end = last + 5n;
    expect(await readWhole({ ...store, head: async () => end })).toEqual({ events: written, upTo: end });
  });

  it('comes no further than the node of a cluster has got that gave it, where another one named the end', async () => {
    const { store, last } = await logOf(written);
    let asked = 0;
    const head = async () => (asked++ === 0 ? last + 5n : last);
    expect(await readWhole({ ...store, head })).toEqual({ events: written, upTo: last });
    expect(asked).toBe(2);
  });
});

/** How many events are read, and up to which position. */
async function readWhole(store: EventStore): Promise<{ events: number; upTo: bigint | undefined }> {
  const batches: LogBatch[] = [];
  for await (const batch of readLog(store, { after: start, types: ['Counted'], most: 1_000 })) batches.push(batch);
  return { events: batches.flatMap(({ events }) => events).length, upTo: batches.at(-1)?.position };
}

async function logOf(events: number): Promise<{ store: EventStore; last: bigint }> {
  const store = openSqliteEventStore({ file: `${temporaryFolder()}/events.db` });
  onTestFinished(() => store.close());
  return {
    store: { ...store, replay: () => inOneGo(store) },
    last: await count(store, 'a', ...Array.from({ length: events }, (_, by) => by)),
  };
}

async function* inOneGo(store: EventStore): AsyncGenerator<LogBatch, void, undefined> {
  for (let batch: LogBatch | undefined; !batch?.caughtUp; ) {
    batch = await store.readAll({ after: batch?.position ?? start, limit: 1_000 });
    yield batch;
  }
}
