import {
  ErrorType,
  isCommandError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { DamagedStream, Unavailable } from '../../../../modules/kernel/errors.ts';

const passingTypes: ReadonlySet<string> = new Set([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
]);

// https://grpc.io/docs/guides/status-codes/
const passingCodes = new Set([
  1 /* cancelled */, 4 /* deadline */, 8 /* exhausted */, 10 /* aborted */, 14 /* unavailable */,
  // Every server has what is asked for: a load balancer has answered, which has none at this moment (gRPC's word for HTTP's 404).
  12 /* unimplemented */,
]);

/** What a server says of a message that is longer than it takes: .NET's, and gRPC's own. It has the code of an exhausted one. */
const tooLong = /exceeds the maximum configured message size|message larger than max/i;

/** Of an append: the server has not even read it, and will not the next time. Of a read it is an answer that was none of the server's. */
export function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 8 && tooLong.test(error.message);
}

/** Whether trying again later may help. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DamagedStream) return false;
  if (error instanceof Unavailable) return true;
  if (isCommandError(error) && passingTypes.has(error.type)) return true;
  if ('code' in error && typeof error.code === 'number' && passingCodes.has(error.code)) return true;
  // The client's only words for a cluster of which no node answers, and for a connection that broke under a call.
  return error.message.startsWith('Failed to discover') || /RST_STREAM|Session closed/.test(error.message);
}

/** Something went wrong in the server that it has no word for, be it that its index is merged, or scavenged, at this moment. */
export function isFault(error: unknown): error is Error {
  // gRPC's unknown, and internal; of an append in a call of many the client's own error has neither.
  return error instanceof Error && 'code' in error && (error.code === 2 || error.code === 13);
}

/** What was asked for can never be. */
export function isInvalid(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 3;
}

/** What failed in the end, for whoever may ask again. */
export function unavailable(cause: unknown): Unavailable {
  return new Unavailable(whatFailed(cause), { cause });
}

function whatFailed(cause: unknown): string {
  if (isOfAnother(cause))
    return `EventStoreDB cannot be reached: something else answers in its place (${cause.message}).`;
  if (isFault(cause) && !isPassing(cause)) return `EventStoreDB has failed: ${cause.message}`;
  return 'EventStoreDB cannot be reached.';
}

/** What no server says that has all that it is asked for: it is of a load balancer that has none, or of what else is there. */
function isOfAnother(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 12 || isTooLong(error));
}

/** The server has ended a subscription that took too little, or that more came at once for than it keeps. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof TimeoutError;
}

/** A stream without events, whether it never had any, was deleted, or was tombstoned by an operator. */
export function isNotThere(error: unknown): boolean {
  return error instanceof StreamNotFoundError || error instanceof StreamDeletedError;
}

export function isWrongRevision(error: unknown): boolean {
  return error instanceof WrongExpectedVersionError;
}
