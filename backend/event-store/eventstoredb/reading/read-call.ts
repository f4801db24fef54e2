import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import streams, { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { whenGivenUp } from '../trouble/given-up.ts';

const { path, requestSerialize } = streams.StreamsService.read;

/** What came and was not taken yet: beyond either, no more is taken from the connection. */
type ReadAhead = { readonly messages: number; readonly bytes: number };

/**
 * A Read call whose responses are kept as the bytes that they came in, until they are taken. The client's own makes three
 * streams and several objects of each.
 */
export class ReadCall {
  readonly #came: Buffer[] = [];
  readonly #most: ReadAhead;
  #taken = 0;
  #bytes = 0;
  #isPaused = false;
  #isLeft = false;
  #lost: Error | undefined;
  #news = Promise.withResolvers<void>();
  #resume = () => {};
  #cancel = () => {};

  constructor(client: EventStoreDBClient, request: ReadReq, most: ReadAhead) {
    this.#most = most;
    this.#carryOut(client, request).catch((error: unknown) => {
      this.#lost =
        error instanceof Error ? convertToCommandError(error) : new Unavailable('Reading failed.', { cause: error });
      this.#news.resolve();
    });
  }

  /** Why nothing more comes. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  get isEmpty(): boolean {
    return this.#taken === this.#came.length;
  }

  /** Settles when something has come, or nothing more will. */
  async news(): Promise<void> {
    if (!this.isEmpty || this.#lost) return;
    this.#news = Promise.withResolvers();
    await this.#news.promise;
    // With the first come others, each in a turn of its own.
    await new Promise(setImmediate);
  }

  take(): Buffer | undefined {
    const message = this.#came[this.#taken];
    if (!message) return undefined;
    this.#taken += 1;
    this.#bytes -= message.length;
    if (this.isEmpty || this.#taken >= this.#most.messages) {
      this.#came.splice(0, this.#taken);
      this.#taken = 0;
    }
    if (this.#isPaused && this.#hasRoom(0.5)) {
      this.#isPaused = false;
      this.#resume();
    }
    return message;
  }

  /** Nothing more is wanted. */
  leave(): void {
    this.#isLeft = true;
    this.#cancel();
    this.#news.resolve();
  }

  #hasRoom(part: number): boolean {
    return this.#came.length - this.#taken <= this.#most.messages * part && this.#bytes <= this.#most.bytes * part;
  }

  /** Rejects with what has ended the call. */
  #carryOut(client: EventStoreDBClient, request: ReadReq): Promise<never> {
    return onConnectionOf.call(client, (connection, metadata, options) => {
      const stream = connection.makeServerStreamRequest(path, requestSerialize, asItCame, request, metadata, options);
      const { promise, reject } = Promise.withResolvers<never>();
      this.#resume = () => stream.resume();
      this.#cancel = () => stream.cancel();
      stream.on('data', (message: Buffer) => {
        this.#came.push(message);
        this.#bytes += message.length;
        this.#news.resolve();
        if (this.#hasRoom(1)) return;
        this.#isPaused = true;
        stream.pause();
      });
      stream.on('error', reject);
      stream.on('status', () => reject(new Unavailable('EventStoreDB has ended the call.')));
      const forget = whenGivenUp(connection, () => reject(new Unavailable('EventStoreDB is reached elsewhere now.')));
      if (this.#isLeft) stream.cancel();
      return promise.finally(forget);
    });
  }
}

const asItCame = (message: Buffer) => message;

/** A call on the connection that the client keeps, and opens anew elsewhere when the call's end says that it is needed. */
function onConnectionOf(
  this: EventStoreDBClient,
  call: (connection: StreamsClient, metadata: Metadata, options: CallOptions) => Promise<never>,
): Promise<never> {
  const act = (connection: StreamsClient) => {
    return call(connection, ...this.callArguments({}, { deadline: Number.POSITIVE_INFINITY }));
  };
  return this.execute(StreamsClient, 'read', act);
}
