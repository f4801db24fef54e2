import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { streamName } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import { expectedRevision } from './expected-revision-wire.ts';
import { streamDeleted, wrongExpectedVersion } from './grpc-errors.ts';
import type { DeleteOutcome, InMemoryStore } from './in-memory-store.ts';

/** Delete (soft) and Tombstone (for ever). Both say by trailers why they do not. */
export function deleteService(store: InMemoryStore): Pick<IStreamsServer, 'delete' | 'tombstone'> {
  return {
    delete: (call, callback) => {
      const options = call.request.getOptions() ?? new streams.DeleteReq.Options();
      const stream = streamName(options.getStreamIdentifier());
      const expected = expectedRevision(options);
      const position = positionOf(store.softDelete(stream, expected), stream, expected);
      if (position instanceof Error) return callback(position);
      const { DeleteResp } = streams;
      const answer = new DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
      callback(null, new DeleteResp().setPosition(answer));
    },
    tombstone: (call, callback) => {
      const options = call.request.getOptions() ?? new streams.TombstoneReq.Options();
      const stream = streamName(options.getStreamIdentifier());
      const expected = expectedRevision(options);
      const position = positionOf(store.tombstone(stream, expected), stream, expected);
      if (position instanceof Error) return callback(position);
      const { TombstoneResp } = streams;
      const answer = new TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
      callback(null, new TombstoneResp().setPosition(answer));
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
