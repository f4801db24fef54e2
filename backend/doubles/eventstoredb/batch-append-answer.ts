import code from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { streamIdentifier } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { AppendOutcome } from './in-memory-store.ts';
import { uuidMessage } from './uuid-wire.ts';

type Append = { correlationId: string; stream: string; expected: ExpectedRevision };

/** The one answer to an append of a batch. Errors are a google.rpc.Status whose details say which. */
export function batchAnswer(append: Append, outcome: AppendOutcome): BatchAppendResp {
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
    case 'nothing to write': {
      const success = new streams.BatchAppendResp.Success().setNoPosition(new empty.Empty());
      if (outcome.revision < 0n) success.setNoStream(new empty.Empty());
      else success.setCurrentRevision(outcome.revision.toString());
      return answerTo(append).setSuccess(success);
    }
    case 'wrong revision':
      return failed(append, 'WrongExpectedVersion', wrongExpectedVersion(append.expected, outcome.current));
    case 'stream deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(append.stream));
      return failed(append, 'StreamDeleted', deleted);
    }
    case 'too large': {
      const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(outcome.limit);
      return failed(append, 'MaximumAppendSizeExceeded', exceeded);
    }
  }
}

/** The answer to an append that came after its own deadline, and was not written. */
export const batchTimeout = (append: Append): BatchAppendResp => failed(append, 'Timeout', new shared.Timeout());

function failed(append: Append, name: string, details: { serializeBinary(): Uint8Array }): BatchAppendResp {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${name}`);
  return answerTo(append).setError(
    new status.Status()
      .setCode(name === 'Timeout' ? code.Code.DEADLINE_EXCEEDED : code.Code.FAILED_PRECONDITION)
      .setMessage(name)
      .setDetails(packed),
  );
}

function answerTo({ correlationId, stream, expected }: Append): BatchAppendResp {
  const answer = new streams.BatchAppendResp()
    .setCorrelationId(uuidMessage(correlationId))
    .setStreamIdentifier(streamIdentifier(stream));
  if (expected === 'any') return answer.setAny(new empty.Empty());
  if (expected === 'no_stream') return answer.setNoStream(new empty.Empty());
  if (expected === 'stream_exists') return answer.setStreamExists(new empty.Empty());
  return answer.setStreamPosition(expected.toString());
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
