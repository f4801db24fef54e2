import code from '@eventstore/db-client/generated/code_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { streamIdentifier } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { AnsweredOutcome } from './in-memory-store.ts';

/** What an answer repeats of the append that it is to. */
type Append = { correlationId: UUID; stream: string };

const { Code } = code;

/**
 * The one answer to an append of a batch. Errors are a google.rpc.Status whose details say which; names and codes are
 * those of EventStoreDB 23.10.
 */
export function batchAnswer(append: Append, expected: ExpectedRevision, outcome: AnsweredOutcome): BatchAppendResp {
  switch (outcome.outcome) {
    case 'written':
      return answerTo(append).setSuccess(
        new streams.BatchAppendResp.Success()
          .setCurrentRevision(outcome.revision.toString())
          .setPosition(
            new shared.AllStreamPosition()
              .setCommitPosition(outcome.position.toString())
              .setPreparePosition(outcome.position.toString()),
          ),
      );
    case 'written where nobody is told': {
      const success = new streams.BatchAppendResp.Success().setNoPosition(new empty.Empty());
      if (outcome.revision < 0n) success.setNoStream(new empty.Empty());
      else success.setCurrentRevision(outcome.revision.toString());
      return answerTo(append).setSuccess(success);
    }
    case 'wrong revision': {
      const details = wrongExpectedVersion(expected, outcome.current);
      return failed(append, Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
    }
    case 'stream deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(append.stream));
      return failed(append, Code.NOT_FOUND, 'StreamDeleted', deleted);
    }
    case 'too large': {
      const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(outcome.limit);
      return failed(append, Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', exceeded);
    }
  }
}

/**
 * The answer to an append that came after its own deadline, or whose last chunk did not come in time, which is not written; and to one
 * of which the server did not hear in time that it was written, though it may be.
 */
export const batchTimeout = (append: Append): BatchAppendResp =>
  failed(append, Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout());

export const batchAccessDenied = (append: Append): BatchAppendResp =>
  failed(append, Code.PERMISSION_DENIED, 'AccessDenied', new shared.AccessDenied());

export const batchBadRequest = (append: Append, message: string): BatchAppendResp =>
  failed(append, Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message));

/** The server has not begun yet, or is between two leaders: it says so in words only, with the code of a success. */
export function batchNotReady(append: Append): BatchAppendResp {
  const nothing = new any.Any();
  nothing.pack(new empty.Empty().serializeBinary(), 'google.protobuf.Empty');
  return answerTo(append).setError(new status.Status().setMessage('Server Is Not Ready').setDetails(nothing));
}

function failed(
  append: Append,
  statusCode: (typeof Code)[keyof typeof Code],
  name: string,
  details: { serializeBinary(): Uint8Array },
): BatchAppendResp {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${name}`);
  return answerTo(append).setError(new status.Status().setCode(statusCode).setMessage(name).setDetails(packed));
}

function answerTo({ correlationId, stream }: Append): BatchAppendResp {
  return new streams.BatchAppendResp().setCorrelationId(correlationId).setStreamIdentifier(streamIdentifier(stream));
}

function wrongExpectedVersion(expected: ExpectedRevision, current: bigint | undefined) {
  const details = new shared.WrongExpectedVersion();
  if (current === undefined) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(current.toString());
  if (expected === 'any') return details.setExpectedAny(new empty.Empty());
  if (expected === 'no_stream') return details.setExpectedNoStream(new empty.Empty());
  if (expected === 'stream_exists') return details.setExpectedStreamExists(new empty.Empty());
  return details.setExpectedStreamPosition(expected.toString());
}
