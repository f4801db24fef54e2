import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { ExpectedRevision } from './expected-revision.ts';

/** Errors that the server reports by status and trailers. Names and numbers are those of EventStoreDB 23.10. */

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (
  stream: string,
  expected: ExpectedRevision,
  current: bigint | undefined,
): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Operation failed due to WrongExpectedVersion. Stream: ${stream}`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expectedVersionNumber(expected).toString(),
    'actual-version': (current ?? -1n).toString(),
  });

export const maximumAppendSizeExceeded = (limit: number): ServiceError =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': limit.toString(),
  });

export const notLeader = (leader: { host: string; port: number }): ServiceError =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': leader.port.toString(),
  });

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'Server Is Not Ready', {});

export const accessDenied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unimplemented = (): ServiceError => failure(status.UNIMPLEMENTED, 'Method is unimplemented.', {});

export const invalidArgument = (details: string): ServiceError => failure(status.INVALID_ARGUMENT, details, {});

/** A read of the log from where no record begins, or backwards from behind its end: what 23.10's TFChunkReader throws is said by this alone. */
export const unreadableFrom = (): ServiceError => failure(status.UNKNOWN, 'Unexpected ReadAllResult: Error', {});

/** What went wrong while it read it says in its own log alone: be it that its index is merged, or a file of it scavenged, at this moment. */
export const failedToRead = (): ServiceError => failure(status.UNKNOWN, 'Unexpected ReadStreamResult: Error', {});

export const thrownByHandler = (): ServiceError => failure(status.UNKNOWN, 'Exception was thrown by handler.', {});

export const consumerTooSlow = (): ServiceError =>
  failure(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
    {},
  );

export const writeTimedOut = (): ServiceError => failure(status.ABORTED, 'Operation timed out: Commit timeout', {});

function failure(code: status, details: string, trailers: Record<string, string>): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

/** The numbers the server has for expectations that are not a revision. */
function expectedVersionNumber(expected: ExpectedRevision): bigint {
  switch (expected) {
    case 'no_stream':
      return -1n;
    case 'any':
      return -2n;
    case 'stream_exists':
      return -4n;
    default:
      return expected;
  }
}
