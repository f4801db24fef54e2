import { ANY, type EventStoreDBClient } from '@eventstore/db-client';
import { isNotThere, isWrongRevision } from './trouble/trouble.ts';

/**
 * Deletes a stream, softly, with a deadline in milliseconds.
 * @returns false where there is none, or it is not where it was expected
 */
export async function deleteStream(
  client: EventStoreDBClient,
  name: string,
  deadline: number,
  expected: bigint | 'any' = 'any',
): Promise<boolean> {
  try {
    await client.deleteStream(name, { expectedRevision: expected === 'any' ? ANY : expected, deadline });
    return true;
  } catch (error) {
    // The server takes a stream that is not there for one that is not as it was expected, though any would do.
    if (!isNotThere(error) && !isWrongRevision(error)) throw error;
    return false;
  }
}
