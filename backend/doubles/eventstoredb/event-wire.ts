import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from './event-log.ts';
import type { ProposedEvent } from './in-memory-store.ts';
import { uuidFrom, uuidMessage } from './uuid-wire.ts';

/** A proposed message of Append or BatchAppend: two classes, one shape. */
type ProposedMessage = {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
};

export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const streamIdentifier = (name: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')));

/** Reads an event to append. Undefined when its id is not a UUID, which the server does not take either. */
export function proposedEvent(message: ProposedMessage): ProposedEvent | undefined {
  const id = uuidFrom(message.getId());
  if (id === undefined) return undefined;
  return {
    id,
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The same bytes, not a copy of them. */
export const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** What was sent of events, with ids as text: a log is read many times, and an event never changes. */
const sent = new WeakMap<RecordedEvent, Buffer>();

/** An event as the answer to a read that carries it, in bytes. */
export function eventBytes(event: RecordedEvent, structuredIds: boolean): Buffer {
  const known = structuredIds ? undefined : sent.get(event);
  if (known) return known;
  const bytes = asBuffer(eventResponse(event, structuredIds).serializeBinary());
  if (!structuredIds) sent.set(event, bytes);
  return bytes;
}

function eventResponse(event: RecordedEvent, structuredIds: boolean): ReadResp {
  const position = event.position.toString();
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidMessage(event.id, structuredIds))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', event.created.toString());
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  );
}
