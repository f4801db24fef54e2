import { randomUUID } from 'node:crypto';
import { type NewEvent, type StoredEvent, system } from '../../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';

/** The store that the tests of a suite share. */
export type TheStore = () => EventStore;

/** A name that no other test uses, on no server that several runs share. */
export const newStream = () => `thing-${randomUUID()}`;

export function newEvent(data: unknown = {}, type = 'ThingHappened'): NewEvent {
  const meta = {
    schema: 1,
    time: '2026-01-01T00:00:00.000Z',
    actor: system,
    command: 'Something',
    commandId: randomUUID(),
    fingerprint: 'f'.repeat(64),
    correlationId: randomUUID(),
  };
  return { id: randomUUID(), type, data, meta };
}

export const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, index) => newEvent({ index }));

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** The first events of some streams that a subscription brings. */
export async function firstOf(
  batches: AsyncIterable<LogBatch>,
  count: number,
  streams: readonly string[],
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const batch of batches) {
    events.push(...batch.events.filter(({ stream }) => streams.includes(stream)));
    if (events.length >= count) break;
  }
  return events;
}

/**
 * The events of the next batch of a subscription.
 * @throws Error when it has ended, as after the time limit of a test. Whoever asked on for what is missing would do so for ever, with nobody's
 * turn in between: of the whole file, and of the run, nothing would come any more.
 */
export async function nextOf(batches: AsyncIterator<LogBatch, void>): Promise<readonly StoredEvent[]> {
  const { value, done } = await batches.next();
  if (done) throw new Error('The subscription has ended.');
  return value.events;
}

/** Everything after a position, in pages. */
export async function pagesAfter(store: EventStore, after: bigint, limit: number): Promise<LogBatch[]> {
  const pages: LogBatch[] = [];
  for (let position = after; ; ) {
    const page = await store.readAll({ after: position, limit });
    pages.push(page);
    if (page.caughtUp) return pages;
    position = page.position;
  }
}

/** The whole log, in the order of its positions. */
export async function everything(store: EventStore): Promise<StoredEvent[]> {
  return (await pagesAfter(store, start, 1_000)).flatMap(({ events }) => events);
}

/** What JSON makes something else of, or nothing. */
export const oddData = {
  text: 'é\u0000"',
  none: null,
  list: [1, -0, undefined, Number.NaN],
  left: undefined,
  date: new Date(0),
  of: new Map(),
};
