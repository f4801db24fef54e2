import {
  AccessDeniedError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Appended, ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import { eventDataOf } from './wire.ts';

const { BatchAppendReq: Request } = streams;

/** An append to a stream, by the name that it has on the server. */
export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
};

/** An append put into the words of BatchAppend: what is the same in every try. */
export type AppendRequest = {
  readonly options: BatchAppendReq.Options;
  readonly messages: BatchAppendReq.ProposedMessage[];
  /** About how large it is. */
  readonly bytes: number;
};

const nothing = new empty.Empty();

/** What each event takes beside its data and metadata: its id, its type, and what is around them, in bytes. */
const around = 128;

/**
 * Without a deadline: that would be a time of day, which the server compares with its own clock, and it takes nothing
 * from a node whose clock is slow.
 */
export function appendRequestOf({ stream, expected, events }: Append): AppendRequest {
  let bytes = around + stream.length;
  const messages = events.map((event) => {
    const { id, type, data, metadata, contentType } = eventDataOf(event);
    const dataBytes = Buffer.from(JSON.stringify(data));
    const metadataBytes = Buffer.from(JSON.stringify(metadata));
    bytes += around + dataBytes.length + metadataBytes.length;
    const message = new Request.ProposedMessage()
      .setId(new shared.UUID().setString(id))
      .setData(dataBytes)
      .setCustomMetadata(metadataBytes);
    message.getMetadataMap().set('type', type).set('content-type', contentType);
    return message;
  });
  const options = new Request.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (expected === 'any') options.setAny(nothing);
  else if (expected === 'none') options.setNoStream(nothing);
  else options.setStreamPosition(expected.toString());
  return { options, messages, bytes };
}

/** One try of an append, under the number by which its answer is known in the call. */
export function numbered({ options, messages }: AppendRequest, number: string): BatchAppendReq {
  const halves = new shared.UUID.Structured().setMostSignificantBits('0').setLeastSignificantBits(number);
  return new Request()
    .setCorrelationId(new shared.UUID().setStructured(halves))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true);
}

/** The number of the append that is answered. */
export const numberOf = (answer: BatchAppendResp): string | undefined =>
  answer.getCorrelationId()?.getStructured()?.getLeastSignificantBits();

/**
 * @returns undefined when the stream is at another revision.
 * @throws Unavailable for what passes; the client's errors for the rest.
 */
export function appendedBy(answer: BatchAppendResp): Appended | undefined {
  const success = answer.getSuccess();
  if (!success) {
    const status = answer.getError();
    if (status?.getDetails()?.getTypeName() === 'event_store.client.WrongExpectedVersion') return undefined;
    throw errorOf(status, answer.getStreamIdentifier()?.getStreamName_asU8());
  }
  const position = success.getPosition();
  if (!position) throw new TypeError('EventStoreDB did not say at which position it has appended.');
  return { revision: BigInt(success.getCurrentRevision()), position: BigInt(position.getCommitPosition()) };
}

function errorOf(status: Status | undefined, name: Uint8Array | undefined): Error {
  const details = status?.getDetails();
  const message = status?.getMessage() || 'EventStoreDB answered an append with nothing.';
  switch (details?.getTypeName()) {
    case 'event_store.client.StreamDeleted':
      return new StreamDeletedError(undefined, Buffer.from(name ?? []).toString());
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError(undefined, message);
    case 'event_store.client.Timeout':
      return new DeadlineExceededError(undefined, message);
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const { deserializeBinary } = shared.MaximumAppendSizeExceeded;
      const most = details.unpack(deserializeBinary, details.getTypeName())?.getMaxappendsize();
      return new MaxAppendSizeExceededError(undefined, most ?? 0);
    }
    // Not ready, too busy, or without a leader at this moment: said in words only.
    case 'google.protobuf.Empty':
      return new Unavailable(message);
    default:
      return new UnknownError(undefined, message);
  }
}
