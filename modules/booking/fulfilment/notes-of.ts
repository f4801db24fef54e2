import { streamOf } from '../../kernel/aggregate.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { booking } from '../booking.ts';
import type { BookingNoted } from '../events.ts';

/** Reads one stream of the log, personal data opened. */
export type ReadStream = (stream: string) => Promise<readonly StoredEvent[]>;

/** What admins noted of an order, and when (ISO 8601, UTC): said about the person, and so part of what they may have of the shop. */
export async function notesOf(readStream: ReadStream, bookingId: string): Promise<{ note: string; at: string }[]> {
  const events = await readStream(streamOf(booking, bookingId));
  return events
    .filter((event): event is StoredEvent<BookingNoted> => event.type === 'BookingNoted')
    .map(({ data: { note }, meta }) => ({ note, at: meta.time }));
}
