import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { asBuffer } from './event-wire.ts';
import { drained, type Live } from './slow-consumer.ts';

/** A response, or the bytes of one. */
export type ReadAnswer = ReadResp | Buffer;
export type ReadCall = ServerWritableStream<ReadReq, ReadAnswer>;

export const answerBytes = (answer: ReadAnswer): Buffer =>
  Buffer.isBuffer(answer) ? answer : asBuffer(answer.serializeBinary());

/**
 * Sends one response and waits until there is room for the next, so that a reader that stops reading stops the server.
 * Rejects when the signal aborts, and, for a live subscription, when its consumer is too slow.
 */
export async function send(call: ReadCall, response: ReadAnswer, signal: AbortSignal, live?: Live): Promise<void> {
  signal.throwIfAborted();
  if (!call.write(response)) await drained(call, signal, live);
}
