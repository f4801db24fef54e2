import type { AccountEvent } from '../../../modules/identity/events.ts';
import { isReadable, type StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { readLog } from '../../feed/subscription/read-log.ts';

/** Those by which somebody has an account in the stream in which they stand, and the one by which they have none any more. */
const types = [
  'AccountOpened',
  'AccountOpenedThrough',
  'AccountMovedIn',
  'PersonForgotten',
] as const satisfies readonly AccountEvent['type'][];

/** Streams of accounts; `isForgotten`: it says there that its person is. */
export type Place = { readonly stream: string; readonly isForgotten: boolean };

/**
 * Where the accounts of these people were last, by what the whole log says: their streams have other names with each email, and each key of
 * emails. Whose account is in no stream that can be read is taken to be in one that cannot.
 */
export async function placesOfAccounts(store: EventStore, uids: ReadonlySet<string>): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  let unread: Place | undefined;
  for await (const { events } of readLog(store, { after: start, types, most: 1_000 })) {
    for (const event of events) {
      if (!types.some((type) => type === event.type)) continue;
      if (!isReadable(event)) unread = { stream: event.stream, isForgotten: false };
      const uid = uidIn(event);
      if (uid !== undefined && uids.has(uid))
        places.set(uid, { stream: event.stream, isForgotten: event.type === 'PersonForgotten' });
    }
  }
  if (unread) for (const uid of uids) if (!places.has(uid)) places.set(uid, unread);
  return places;
}

const uidIn = ({ data }: StoredEvent) => (data as AccountEvent['data'] | undefined)?.uid;
