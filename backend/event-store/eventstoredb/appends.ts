import {
  ANY,
  type AppendExpectedRevision,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
} from '@eventstore/db-client';
import type { ExpectedRevision } from '../../../modules/kernel/event-store.ts';
import { credentialsOf } from './address.ts';
import type { Placed } from './appending/append-answer.ts';
import { isFromBefore } from './appending/append-call.ts';
import { appendCallsOf } from './appending/append-calls.ts';
import { type AppendBounds, appendRoom } from './appending/append-room.ts';
import { type Append, appendRequestOf } from './appending/append-wire.ts';
import type { Try } from './trouble/patience.ts';
import { isPassing, isTooLong, isWrongRevision } from './trouble/trouble.ts';
import { eventDataOf } from './wire/wire.ts';

export type Appends = ReturnType<typeof appendsOf>;

/**
 * Bytes from which on an append has a call of its own, and the most that a server takes where nothing else is set: it ends the
 * call in which a message is longer than it reads.
 */
const large = 2 ** 20;

/**
 * Appends over calls for many (BatchAppend, which costs a third of the CPU and gives twice as many), or over a call for
 * each (Append): those that are large, and all where the server does not have the other.
 */
export function appendsOf(client: EventStoreDBClient, address: string, bounds?: AppendBounds) {
  const credentials = credentialsOf(address);
  const room = appendRoom(bounds);
  const callFor = appendCallsOf(client, room.leave);
  let isThereCallForAll = true;

  async function together(stream: string, request: Buffer, attempt: Try): Promise<Placed | undefined> {
    const entered = room.enter(request.length, attempt);
    if (entered) await entered;
    let call: Awaited<ReturnType<typeof callFor>>;
    try {
      call = await callFor(stream);
    } catch (error) {
      room.leave(request.length);
      throw error;
    }
    return call.append(request, attempt);
  }

  async function alone({ stream, expected, events }: Append, { limit }: Try): Promise<Placed | undefined> {
    const expectedRevision = onTheWire(expected);
    try {
      const options = { expectedRevision, credentials, deadline: limit };
      const result = await client.appendToStream(stream, events.map(eventDataOf), options);
      // The address may ask for this instead of an error.
      if (!result.success) return undefined;
      return { revision: result.nextExpectedRevision, position: result.position?.commit };
    } catch (error) {
      if (isWrongRevision(error)) return undefined;
      if (isTooLong(error)) throw new MaxAppendSizeExceededError(undefined, large);
      // Behind a connection that broke there may be a newer server the next time.
      if (isPassing(error)) isThereCallForAll = true;
      throw error;
    }
  }

  /** One try; undefined when the stream is at another revision. */
  async function once(append: Append, request: Buffer, attempt: Try): Promise<Placed | undefined> {
    if (!isThereCallForAll || request.length > large) return alone(append, attempt);
    try {
      return await together(append.stream, request, attempt);
    } catch (error) {
      if (!isFromBefore(error)) throw error;
      isThereCallForAll = false;
      return alone(append, attempt);
    }
  }

  return {
    /**
     * @param sent told before the first try how many bytes it has
     * @param carryOut is given how to try the append once, and tries as often as it likes.
     * @throws Busy before anything has happened, when too much waits already.
     */
    async append<T>(
      append: Append,
      carryOut: (once: (attempt: Try) => Promise<Placed | undefined>) => Promise<T>,
      sent?: (bytes: number) => void,
    ): Promise<T> {
      const request = appendRequestOf(append);
      const leave = room.admit(request.length);
      sent?.(request.length);
      try {
        return await carryOut((attempt) => once(append, request, attempt));
      } finally {
        leave();
      }
    },
  };
}

function onTheWire(expected: ExpectedRevision): AppendExpectedRevision {
  if (expected === 'any') return ANY;
  return expected === 'none' ? NO_STREAM : expected;
}
