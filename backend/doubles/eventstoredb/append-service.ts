import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import type { Asked } from './asked.ts';
import { WRITE_TIMEOUT } from './batch-append-service.ts';
import { proposedEvent, streamName } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import { expectedRevision } from './expected-revision-wire.ts';
import type { Faults } from './faults.ts';
import { invalidArgument, maximumAppendSizeExceeded, streamDeleted, writeTimedOut } from './grpc-errors.ts';
import type { AnsweredOutcome, InMemoryStore, ProposedEvent } from './in-memory-store.ts';
import { refusalError } from './refusal-error.ts';

/** Milliseconds. */
const RESET_COMES_WITHIN = 5;

/** Append: one stream of requests, first the options, then an event each. The client uses it for calls with credentials. */
export function appendService(store: InMemoryStore, faults: Faults, asked: Asked): IStreamsServer['append'] {
  return (call, callback) => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    const carryOut = () => {
      if (call.cancelled) return;
      const refusal = faults.refusal();
      if (refusal) return callback(refusalError(refusal));
      asked.appends.push(streamName(requests[0]?.getOptions()?.getStreamIdentifier()));
      const [isWritten, answer] = append(store, requests);
      if (answer === undefined) return void setTimeout(callback, WRITE_TIMEOUT, writeTimedOut()).unref();
      faults.answer(
        isWritten,
        () => (answer instanceof Error ? callback(answer) : callback(null, answer)),
        () => callback(writeTimedOut()),
      );
    };
    // Whoever gives up in the middle ends the stream of requests (END_STREAM) before it is reset, which comes right behind: a part
    // of an append must not be taken for the whole. The second turn of the event loop is for what came while it was kept.
    call.on('end', () => setTimeout(() => setImmediate(carryOut), RESET_COMES_WITHIN));
  };
}

/** Whether it is written, and the answer to that; none where the server gives none. */
function append(
  store: InMemoryStore,
  requests: readonly AppendReq[],
): [isWritten: boolean, answer: AppendResp | ServiceError | undefined] {
  const options = requests[0]?.getOptions();
  if (!options) return [false, invalidArgument('The first request has no options.')];
  const events: ProposedEvent[] = [];
  for (const message of requests.slice(1).map((request) => request.getProposedMessage())) {
    const event = message && proposedEvent(message);
    if (!event) return [false, invalidArgument('An event has no UUID.')];
    events.push(event);
  }
  const stream = streamName(options.getStreamIdentifier());
  const expected = expectedRevision(options);
  const outcome = store.append(stream, expected, events);
  if (outcome.outcome === 'dropped') return [false, undefined];
  return [outcome.outcome === 'written', answerOf(outcome, stream, expected)];
}

function answerOf(outcome: AnsweredOutcome, stream: string, expected: ExpectedRevision): AppendResp | ServiceError {
  const { AppendResp: Resp } = streams;
  switch (outcome.outcome) {
    case 'written': {
      const position = new Resp.Position()
        .setCommitPosition(outcome.position.toString())
        .setPreparePosition(outcome.position.toString());
      return new Resp().setSuccess(
        new Resp.Success().setCurrentRevision(outcome.revision.toString()).setPosition(position),
      );
    }
    case 'written where nobody is told': {
      const success = new Resp.Success().setNoPosition(new shared.Empty());
      if (outcome.revision < 0n) success.setNoStream(new shared.Empty());
      else success.setCurrentRevision(outcome.revision.toString());
      return new Resp().setSuccess(success);
    }
    case 'wrong revision':
      return new Resp().setWrongExpectedVersion(wrongExpectedVersion(expected, outcome.current));
    case 'stream deleted':
      return streamDeleted(stream);
    case 'too large':
      return maximumAppendSizeExceeded(outcome.limit);
  }
}

/** Not an error here: the server answers a wrong version in an ordinary response. */
function wrongExpectedVersion(
  expected: ExpectedRevision,
  current: bigint | undefined,
): AppendResp.WrongExpectedVersion {
  const answer = new streams.AppendResp.WrongExpectedVersion();
  if (current === undefined) answer.setCurrentNoStream(new shared.Empty());
  else answer.setCurrentRevision(current.toString());
  if (expected === 'any') answer.setExpectedAny(new shared.Empty());
  else if (expected === 'no_stream') answer.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') answer.setExpectedStreamExists(new shared.Empty());
  else answer.setExpectedRevision(expected.toString());
  return answer;
}
