import type { RecordedEvent } from './event-log.ts';
import { unreadableFrom } from './grpc-errors.ts';
import type { InMemoryStore, StreamRead } from './in-memory-store.ts';
import type { ReadRequest, Start } from './read-request.ts';
import { LAST_REVISION } from './stream-metadata.ts';

type FiniteRead = Extract<ReadRequest, { mode: 'read' }>;

/**
 * The events of a read that ends. Where it starts from is part of what it reads; of $all that is so forwards alone, since backwards a
 * position is where the event before it ends.
 */
export function finiteRead(store: InMemoryStore, request: FiniteRead): StreamRead {
  if (request.of === 'all' && !isReadable(store, request)) throw unreadableFrom();
  if (request.of === 'all') return { found: 'events', events: first(request.count, all(store, request)) };
  const read = store.readStream(request.stream, request.direction, edge(request.from, request.direction));
  return read.found === 'events' ? { found: 'events', events: first(request.count, read.events) } : read;
}

/** Forwards, nothing comes from behind the end; and so it is for a subscription. */
export function isReadable(
  { log }: InMemoryStore,
  { from, direction }: { from: Start; direction?: 'forwards' | 'backwards' },
): boolean {
  if (typeof from !== 'bigint' || from === 0n || log.begins(from)) return true;
  return direction !== 'backwards' && log.isBeyond(from);
}

function* all({ log }: InMemoryStore, request: Extract<FiniteRead, { of: 'all' }>): Generator<RecordedEvent> {
  const from = edge(request.from, request.direction);
  if (request.direction === 'forwards') {
    for (let index = log.indexOf(from), event = log.at(index); event; event = log.at(++index)) {
      if (request.filter.passes(event)) yield event;
    }
  } else {
    const after = Math.min(log.indexOf(from), log.shown);
    for (let index = after - 1, event = log.at(index); event; event = log.at(--index)) {
      if (request.filter.passes(event)) yield event;
    }
  }
}

/** Neither a revision nor a position is ever greater than the last revision, so it stands for the end of both. */
function edge(from: Start, direction: 'forwards' | 'backwards'): bigint {
  if (typeof from === 'bigint') return from;
  if (from === 'start') return direction === 'forwards' ? 0n : -1n;
  return LAST_REVISION;
}

function* first(count: bigint, events: Iterable<RecordedEvent>): Generator<RecordedEvent> {
  let left = count;
  if (left <= 0n) return;
  for (const event of events) {
    yield event;
    left -= 1n;
    if (left <= 0n) return;
  }
}
