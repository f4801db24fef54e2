import type { StoredEvent } from '../../modules/kernel/event.ts';
import { microsecondsOf } from '../../modules/kernel/time/moment.ts';
import { wholeEvent } from '../event-store/whole-event.ts';

/** Of an event what the index keeps, before names have become numbers. */
export type IndexedEvent = {
  readonly position: number;
  readonly at: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly actor: string;
  readonly correlation: string;
  readonly id: string;
};

/** Positions and revisions are taken for less than 2^53, by the index alone: in EventStoreDB a position counts bytes, and that is 8 PiB. */
export function indexed(event: StoredEvent): IndexedEvent {
  const { position, stream, revision, type, id, meta } = wholeEvent(event);
  return {
    position: Number(position),
    // An event without a time that can be read is found by all else.
    at: microsecondsOf(meta.time) ?? 0,
    stream,
    revision: Number(revision),
    type,
    actor: meta.actor.uid,
    correlation: meta.correlationId,
    id,
  };
}
