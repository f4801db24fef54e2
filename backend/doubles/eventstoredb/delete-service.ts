import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError, sendUnaryData } from '@grpc/grpc-js';
import { streamName } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import { expectedRevision } from './expected-revision-wire.ts';
import type { Faults } from './faults.ts';
import { streamDeleted, writeTimedOut, wrongExpectedVersion } from './grpc-errors.ts';
import type { DeleteOutcome, InMemoryStore } from './in-memory-store.ts';
import { refusalError } from './refusal-error.ts';

/** Delete (soft) and Tombstone (for ever). Both say by trailers why they do not, and go wrong as appends do. */
export function deleteService(store: InMemoryStore, faults: Faults): Pick<IStreamsServer, 'delete' | 'tombstone'> {
  /** Carries a deletion out, unless it is refused, and answers with where it stands, unless the answer goes wrong. */
  function carryOut<Answer>(
    remove: () => string | ServiceError,
    callback: sendUnaryData<Answer>,
    answerAt: (position: string) => Answer,
  ): void {
    const refusal = faults.refusal();
    if (refusal) {
      callback(refusalError(refusal));
      return;
    }
    const position = remove();
    faults.answer(
      !(position instanceof Error),
      () => (position instanceof Error ? callback(position) : callback(null, answerAt(position))),
      () => callback(writeTimedOut()),
    );
  }

  return {
    delete: (call, callback) => {
      const options = call.request.getOptions() ?? new streams.DeleteReq.Options();
      const stream = streamName(options.getStreamIdentifier());
      const expected = expectedRevision(options);
      const { DeleteResp } = streams;
      carryOut(
        () => positionOf(store.softDelete(stream, expected), stream, expected),
        callback,
        (at) => {
          const position = new DeleteResp.Position().setCommitPosition(at).setPreparePosition(at);
          return new DeleteResp().setPosition(position);
        },
      );
    },
    tombstone: (call, callback) => {
      const options = call.request.getOptions() ?? new streams.TombstoneReq.Options();
      const stream = streamName(options.getStreamIdentifier());
      const expected = expectedRevision(options);
      const { TombstoneResp } = streams;
      carryOut(
        () => positionOf(store.tombstone(stream, expected), stream, expected),
        callback,
        (at) => {
          const position = new TombstoneResp.Position().setCommitPosition(at).setPreparePosition(at);
          return new TombstoneResp().setPosition(position);
        },
      );
    },
  };
}

function positionOf(outcome: DeleteOutcome, stream: string, expected: ExpectedRevision): string | ServiceError {
  switch (outcome.outcome) {
    case 'written':
      return outcome.position.toString();
    case 'wrong revision':
      return wrongExpectedVersion(stream, expected, outcome.current);
    case 'stream deleted':
      return streamDeleted(stream);
  }
}
