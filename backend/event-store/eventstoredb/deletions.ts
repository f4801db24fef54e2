import { ANY, type EventStoreDBClient } from '@eventstore/db-client';
import { isNotThere, isWrongRevision } from './trouble.ts';

/** Deletes a stream, softly, whether or not there is one; with a deadline in milliseconds. */
export async function deleteStream(client: EventStoreDBClient, name: string, deadline: number): Promise<void> {
  try {
    await client.deleteStream(name, { expectedRevision: ANY, deadline });
  } catch (error) {
    // The server takes a stream that is not there for one that is not as it was expected, though any would do.
    if (!isNotThere(error) && !isWrongRevision(error)) throw error;
  }
}
