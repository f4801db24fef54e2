import {
  AccessDeniedError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnknownError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { Fields } from '../wire/fields.ts';

/** Tags of the fields of BatchAppendResp, and of what is in them. */
const tags = { correlationId: 0x0a, success: 0x1a };
const [halves, lowerHalf] = [0x0a, 0x10];
const [revisionTag, positionTag, commit] = [0x08, 0x1a, 0x08];

/**
 * Where events were appended. Of a repetition the server says no position where the stream does not show the last of them any more,
 * since it was deleted meanwhile, or keeps only so many and has others by now (23.10, `IndexWriter.CheckCommit`).
 */
export type Placed = { readonly revision: bigint; readonly position: bigint | undefined };

/** An answer of BatchAppend: to the append of which number, and what it says, if that is that it was written. */
export type AppendAnswer = {
  readonly number: number;
  readonly written: Placed | undefined;
  readonly bytes: Buffer;
};

/** Reads an answer. What else it may say than success is left to the generated classes, which take six times as long. */
export function answerIn(bytes: Buffer): AppendAnswer {
  const fields = new Fields(bytes);
  const { end } = fields;
  let number = 0;
  let written: Placed | undefined;
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === tags.correlationId) number = numberIn(fields, fields.message()) ?? number;
    else if (tag === tags.success) written = writtenIn(fields, fields.message());
    else fields.skip(tag);
  }
  return { number, written, bytes };
}

/**
 * @returns undefined when the stream is at another revision.
 * @throws Unavailable for what passes; the client's errors for the rest.
 */
export function appendedBy({ written, bytes }: AppendAnswer): Placed | undefined {
  if (written) return written;
  const answer = streams.BatchAppendResp.deserializeBinary(bytes);
  if (answer.getSuccess()) throw new TypeError('EventStoreDB did not say at which revision it has appended.');
  const status = answer.getError();
  if (status?.getDetails()?.getTypeName() === 'event_store.client.WrongExpectedVersion') return undefined;
  throw errorOf(status, answer.getStreamIdentifier()?.getStreamName_asU8());
}

function numberIn(fields: Fields, end: number): number | undefined {
  let number: number | undefined;
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === halves) number = numberIn(fields, fields.message());
    else if (tag === lowerHalf) number = fields.varint();
    else fields.skip(tag);
  }
  return number;
}

function writtenIn(fields: Fields, end: number): Placed | undefined {
  let [revision, position]: (bigint | undefined)[] = [];
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === revisionTag) revision = fields.big();
    else if (tag === positionTag) position = commitIn(fields, fields.message());
    else fields.skip(tag);
  }
  return revision === undefined ? undefined : { revision, position };
}

function commitIn(fields: Fields, end: number): bigint {
  let position = 0n;
  for (let tag = fields.next(end); tag !== 0; tag = fields.next(end)) {
    if (tag === commit) position = fields.big();
    else fields.skip(tag);
  }
  return position;
}

function errorOf(status: Status | undefined, name: Uint8Array | undefined): Error {
  const details = status?.getDetails();
  const message = status?.getMessage() || 'EventStoreDB answered an append with nothing.';
  switch (details?.getTypeName()) {
    case 'event_store.client.StreamDeleted': {
      // The client's own error says it in no word.
      const stream = Buffer.from(name ?? []).toString();
      const cause = new StreamDeletedError(undefined, stream);
      return new Error(`The stream ${stream} was deleted for good: nothing can be appended to it.`, { cause });
    }
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
