import type { StreamingRead } from '@eventstore/db-client';
import { Unavailable } from '../../../modules/kernel/errors.ts';

/**
 * The events of a read, given up when the server says nothing for so many milliseconds. Leaving the loop ends the read
 * on the server too: the client's own iterator would leave it open.
 */
export async function* eventsOf<T>(read: StreamingRead<T>, limit: number): AsyncGenerator<T, void, undefined> {
  // The client may still report an error after the loop was left, and an error event without a listener is fatal.
  read.on('error', () => undefined);
  const silence = setTimeout(() => read.destroy(new Unavailable('EventStoreDB stopped in the middle of a read.')), limit);
  try {
    for await (const event of read) {
      silence.refresh();
      yield event;
    }
  } finally {
    clearTimeout(silence);
    // Not awaited: it waits for a connection that there may never be.
    read.cancel().catch(() => undefined);
  }
}
