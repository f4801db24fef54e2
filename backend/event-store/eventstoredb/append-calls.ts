import { type EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import streams, { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { AppendCall } from './append-call.ts';
import { refusalOf } from './refusal.ts';

type Stream = ClientDuplexStream<Buffer, Buffer>;

const { path } = streams.StreamsService.batchAppend;
const asItIs = (message: Buffer) => message;

/**
 * One BatchAppend call on the connection that the client has at the time, opened when it is first asked for.
 *
 * The client has such a call of its own, which must not be used (6.2.1): all its connections share what waits for an answer,
 * an answer to what it has given up ends the process, and so does what waits for room when a server goes away.
 * @param settled so many bytes of an append are no more under way.
 */
export function appendCallsOf(client: EventStoreDBClient, settled: (bytes: number) => void): () => Promise<AppendCall> {
  const calls = new WeakMap<Stream, AppendCall>();
  const open = streamsOf.call(client, (stream, notReady) => {
    calls.set(stream, new AppendCall(stream, { settled, notReady }));
  });
  let current: AppendCall | undefined;

  return async () => {
    const stream = await open().catch((reason: unknown) => {
      // The connection may have been given up by another call in this very moment, which no error code says.
      throw refusalOf(reason) ?? new Unavailable('No call to EventStoreDB could be opened.', { cause: reason });
    });
    const call = calls.get(stream);
    if (!call) throw new TypeError('A call was opened that nobody knows of.');
    // The client has another connection now, be it to the node that leads.
    if (current !== call) current?.retire();
    current = call;
    return call;
  };
}

/**
 * What the client keeps for calls like its own: the connection, which it opens anew elsewhere when that is needed, with TLS
 * and credentials; and the end of all calls when it is disposed of.
 */
function streamsOf(
  this: EventStoreDBClient,
  opened: (stream: Stream, notReady: () => void) => void,
): () => Promise<Stream> {
  const create = (connection: StreamsClient): Stream => {
    const [metadata, options] = this.callArguments({}, { deadline: Number.POSITIVE_INFINITY });
    const stream = connection.makeBidiStreamRequest(path, asItIs, asItIs, metadata, options);
    opened(stream, () => void this.handleError(connection, new UnavailableError(undefined, 'Server Is Not Ready')));
    return stream;
  };
  return this.GRPCStreamCreator(StreamsClient, 'batchAppend', create, new WeakMap());
}
