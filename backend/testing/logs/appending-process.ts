import { newEvent } from '../../event-store/contract/some-events.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { insisted } from './insisted.ts';

/**
 * A process of its own for tests: `node appending-process.ts <file> <count> <stream>…` appends so many events to each of
 * the streams, all streams at once, and writes each event's id and the time to standard output once it was answered.
 */
const [file = '', count = '', ...streams] = process.argv.slice(2);
const store = openSqliteEventStore({ file });

async function writeTo(stream: string): Promise<void> {
  for (let left = Number(count); left > 0; left -= 1) {
    const event = newEvent({ stream, left });
    await insisted(() => store.append(stream, 'any', [event]));
    process.stdout.write(`${event.id} ${Date.now()}\n`);
  }
}

await Promise.all(streams.map(writeTo));
await store.close();
