import { type EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import streams, { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { refusalOf } from '../trouble/refusal.ts';
import { AppendCall } from './append-call.ts';

type Stream = ClientDuplexStream<Buffer, Buffer>;

const { path } = streams.StreamsService.batchAppend;
const asItIs = (message: Buffer) => message;

/**
 * How many calls there are. The library of gRPC sends the next message of a call when the one before has left, a write to the
 * socket each; what several calls send in one turn leaves together.
 */
export const mostCalls = 8;

/**
 * The BatchAppend calls on the connection that the client has at the time, each opened when it is first asked for. A stream's
 * appends go over one of them, so that they arrive in the order in which they were sent, those that are tried again included.
 *
 * The client has such a call of its own, which must not be used (6.2.1): all its connections share what waits for an answer,
 * an answer to what it has given up ends the process, and so does what waits for room when a server goes away.
 * @param settled so many bytes of an append are no more under way.
 */
export function appendCallsOf(
  client: EventStoreDBClient,
  settled: (bytes: number) => void,
): (streamName: string) => Promise<AppendCall> {
  const calls = new WeakMap<Stream, AppendCall>();
  const current = new Map<number, AppendCall>();
  let last: StreamsClient | undefined;

  function opened(number: number, connection: StreamsClient, stream: Stream, notReady: () => void): void {
    // The client has another connection now, be it to the node that leads.
    if (last !== connection) for (const call of current.values()) call.retire();
    else current.get(number)?.retire();
    if (last !== connection) current.clear();
    last = connection;
    const call = new AppendCall(stream, { settled, notReady });
    calls.set(stream, call);
    current.set(number, call);
  }

  const open = Array.from({ length: mostCalls }, (_, number) =>
    streamsOf.call(client, (...what) => opened(number, ...what)),
  );

  return async (streamName) => {
    const stream = await open[callFor(streamName)]?.().catch((reason: unknown) => {
      // The connection may have been given up by another call in this very moment, which no error code says.
      throw refusalOf(reason) ?? new Unavailable('No call to EventStoreDB could be opened.', { cause: reason });
    });
    const call = stream && calls.get(stream);
    if (!call) throw new TypeError('A call was opened that nobody knows of.');
    return call;
  };
}

/** Which call a stream's appends go over (FNV-1a). */
function callFor(streamName: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < streamName.length; index++) {
    hash = Math.imul(hash ^ streamName.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % mostCalls;
}

/**
 * What the client keeps for calls like its own: the connection, which it opens anew elsewhere when that is needed, with TLS
 * and credentials; and the end of all calls when it is disposed of.
 */
function streamsOf(
  this: EventStoreDBClient,
  opened: (connection: StreamsClient, stream: Stream, notReady: () => void) => void,
): () => Promise<Stream> {
  const create = (connection: StreamsClient): Stream => {
    const [metadata, options] = this.callArguments({}, { deadline: Number.POSITIVE_INFINITY });
    const stream = connection.makeBidiStreamRequest(path, asItIs, asItIs, metadata, options);
    opened(
      connection,
      stream,
      () => void this.handleError(connection, new UnavailableError(undefined, 'Server Is Not Ready')),
    );
    return stream;
  };
  return this.GRPCStreamCreator(StreamsClient, 'batchAppend', create, new WeakMap());
}
