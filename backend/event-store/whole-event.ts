import type { EventMeta, StoredEvent } from '../../modules/kernel/event.ts';

/** In the place of what is not there, so that whoever reads on need not ask each time whether it is. */
const noMeta: EventMeta = {
  schema: 0,
  time: '',
  actor: { uid: '', role: 'anonymous' },
  command: '',
  commandId: '',
  fingerprint: '',
  correlationId: '',
};

/**
 * The event, damaged where nobody can tell in which shape it is, who did it or when. Without this, one row that somebody wrote
 * by hand, or that a broken tool has copied, would keep all of the log behind it from being read.
 */
export function wholeEvent(event: StoredEvent): StoredEvent {
  if (isWhole(event.meta)) return event;
  const damaged = `${event.type} does not say who did it, and when.`;
  return { ...event, data: undefined, meta: noMeta, damaged };
}

function isWhole(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null) return false;
  const { schema, actor, time, commandId, correlationId } = meta as Partial<EventMeta>;
  return (
    Number.isSafeInteger(schema) &&
    typeof time === 'string' &&
    isDay.test(time) &&
    typeof commandId === 'string' &&
    typeof correlationId === 'string' &&
    typeof actor?.uid === 'string' &&
    typeof actor.role === 'string'
  );
}

/** What days are counted by stands at the beginning. */
const isDay = /^\d{4}-\d\d-\d\dT/;

/** What is wrong with data that is none of any event; undefined for data that may be one's. Stores give a text for what is no JSON. */
export function damageOf({ type, data }: Pick<StoredEvent, 'type' | 'data'>): string | undefined {
  if (typeof data === 'string') return `What ${type} says cannot be read.`;
  return typeof data === 'object' && data !== null ? undefined : `What ${type} says is no object.`;
}
