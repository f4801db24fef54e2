import type { EventMeta, StoredEvent } from '../../modules/kernel/event.ts';
import { microsecondsOf } from '../../modules/kernel/moment.ts';

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

const noMeta: EventMeta = {
  schema: 0,
  time: '',
  actor: { uid: '', role: 'anonymous' },
  command: '',
  commandId: '',
  fingerprint: '',
  correlationId: '',
};

/** The event, damaged where nobody can tell who did it or when: whatever lies in the log keeps nothing else from being shown. */
export function wholeMeta(event: StoredEvent): StoredEvent {
  if (isWhole(event.meta)) return event;
  return { ...event, data: undefined, meta: noMeta, damaged: `${event.type} does not say who did it, and when.` };
}

function isWhole(meta: EventMeta | null): boolean {
  if (typeof meta !== 'object' || meta === null) return false;
  const { actor, time, correlationId } = meta as Partial<EventMeta>;
  const texts = [actor?.uid, actor?.role, time, correlationId];
  return texts.every((text) => typeof text === 'string');
}

/** Positions and revisions are below 2^53 in every store: in EventStoreDB a position counts bytes, and that is 8 PiB. */
export function indexed(event: StoredEvent): IndexedEvent {
  const { position, stream, revision, type, id, meta } = wholeMeta(event);
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
