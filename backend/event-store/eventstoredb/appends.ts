import { ANY, type AppendExpectedRevision, type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Appended, ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import { credentialsOf } from './address.ts';
import type { Try } from './patience.ts';
import type { readerOf } from './reads.ts';
import { isWrongRevision } from './trouble.ts';
import { eventDataOf } from './wire.ts';

type Append = { readonly stream: string; readonly expected: ExpectedRevision; readonly events: readonly NewEvent[] };

/**
 * One try of an append. After a try without an answer nobody knows whether it was written. The next one repeats it with
 * the same ids at the same revision, which the server recognises, but for two cases that are looked up here: `any`, of
 * which it only remembers recent ones, and `none` on a stream that was deleted before, where it looks at revision 0.
 */
export function appenderOf(
  client: EventStoreDBClient,
  { address, prefix }: { readonly address: string; readonly prefix: string },
  reader: ReturnType<typeof readerOf>,
) {
  const credentials = credentialsOf(address);

  /** Undefined when the stream is at another revision. */
  async function appendOnce({ stream, expected, events }: Append, deadline: number): Promise<Appended | undefined> {
    const expectedRevision = onTheWire(expected);
    try {
      const options = { expectedRevision, credentials, deadline };
      const result = await client.appendToStream(prefix + stream, events.map(eventDataOf), options);
      // The address may ask for this instead of an error.
      if (!result.success) return undefined;
      if (!result.position) throw new TypeError('EventStoreDB did not say at which position it has appended.');
      return { revision: result.nextExpectedRevision, position: result.position.commit };
    } catch (error) {
      if (isWrongRevision(error)) return undefined;
      throw error;
    }
  }

  return async (append: Append, { number, limit }: Try): Promise<Appended> => {
    const { stream, expected, events } = append;
    const ids = events.map(({ id }) => id);
    const appended =
      (expected === 'any' && number > 1 ? await reader.findAtEnd(stream, ids) : undefined) ??
      (await appendOnce(append, limit)) ??
      (expected === 'none' ? await reader.findAtStart(stream, ids) : undefined);
    if (!appended) throw new WrongExpectedRevision(stream, expected);
    return { revision: appended.revision, position: appended.position };
  };
}

function onTheWire(expected: ExpectedRevision): AppendExpectedRevision {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : expected;
}
