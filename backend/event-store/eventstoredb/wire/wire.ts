import { type EventData, jsonEvent } from '@eventstore/db-client';
import type { EventMeta, NewEvent, StoredEvent } from '../../../../modules/kernel/event.ts';
import { start } from '../../../../modules/kernel/event-store.ts';
import type { Texts } from '../reading/read-wire.ts';

/** What the client gives for an event, whichever way it was read. */
export type Recorded = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: { readonly commit: bigint };
};

export function eventDataOf({ id, type, data, meta }: NewEvent): EventData {
  if (!isJson(data)) throw new TypeError(`The data of ${type} is neither an object nor a list nor a text.`);
  return jsonEvent({ id, type, data, metadata: { ...meta } });
}

/**
 * The event as the shop knows it; undefined for the server's own events, and those of others on the same server.
 * @param prefix what the names of the shop's streams begin with on the server.
 */
export function storedEventOf(recorded: Recorded | undefined, prefix: string): StoredEvent | undefined {
  if (!recorded?.streamId.startsWith(prefix) || recorded.type.startsWith('$')) return undefined;
  const { id, type, streamId, revision, isJson, data, metadata, position } = recorded;
  if (!isJson || !position || !isMeta(metadata)) return undefined;
  const stream = streamId.slice(prefix.length);
  return { id, type, data, meta: metadata, stream, revision, position: position.commit };
}

/** An event in a stream of the shop's that no shop has written, as it is: whoever reads the stream must know of it. */
export function foreignEventIn(stream: string, { id, type, revision, position, metadata }: Recorded): StoredEvent {
  return { id, type, data: '', meta: metadata as EventMeta, stream, revision, position: position?.commit ?? start };
}

/** The same of an event whose data and metadata are still texts. */
export function storedEventIn(
  { id, type, streamId, revision, isJson, position, data, metadata, known }: Texts,
  prefix: string,
): StoredEvent | undefined {
  if (!isJson || type.startsWith('$') || !streamId.startsWith(prefix)) return undefined;
  const stream = streamId.slice(prefix.length);
  if (known) return { id, type, data: known.data, meta: known.meta, stream, revision, position };
  const meta = parsed(metadata);
  if (!isMeta(meta)) return undefined;
  return { id, type, data: parsed(data), meta, stream, revision, position };
}

/** What is no JSON, though it was said to be, is taken for a text, as the client does. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isJson(data: unknown): data is Record<string, unknown> | unknown[] | string {
  return typeof data === 'object' || typeof data === 'string';
}

function isMeta(metadata: unknown): metadata is EventMeta {
  return typeof metadata === 'object' && metadata !== null && 'commandId' in metadata && 'schema' in metadata;
}
