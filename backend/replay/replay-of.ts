import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import { errorOf, type Failure } from '../event-store/sqlite/failure.ts';
import type { WrappingKey } from '../personal-data/wrapped-key.ts';
import { forMuchAtOnce, startThread } from '../runtime/processes/thread.ts';
import { type Decoded, numbersOfEvent } from './decoding.ts';
import { ReplayedEvent } from './replayed-event.ts';

/** How many pieces are read ahead: enough that neither side waits for the other, and a few megabytes. */
const ahead = 3;

/** What the thread is told: where the log is, from where it is read, what is wanted, and what opens the keys of persons. */
export type ThreadData = {
  readonly file: string;
  readonly after: number;
  readonly types: readonly string[];
  readonly wrapping: readonly WrappingKey[];
};

export type FromThread = { readonly kind: 'decoded'; readonly decoded: Decoded } | Failure;

/**
 * Reads a log in SQLite from a position to its end, in a thread of its own that also opens what is sealed.
 * @param wrapping what the keys of persons are wrapped with by now
 */
export function replayOf(file: string, wrapping: () => readonly WrappingKey[]): NonNullable<EventStore['replay']> {
  return async function* replay({ after, types }): AsyncGenerator<LogBatch, void, undefined> {
    const data: ThreadData = { file, after: Number(after), types: [...types], wrapping: wrapping() };
    const thread = startThread(new URL('./decoding-thread.ts', import.meta.url), data, forMuchAtOnce);
    const heard: FromThread[] = [];
    let wake = () => {};
    let end: unknown;
    thread.on('message', (message: FromThread) => {
      heard.push(message);
      wake();
    });
    thread.on('error', (error) => {
      end = error;
    });
    thread.on('exit', () => {
      end ??= new Unavailable('The reader of the event log ended.');
      wake();
    });
    for (let piece = 0; piece < ahead; piece++) thread.postMessage('on');
    try {
      for (;;) {
        while (heard.length === 0 && end === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const message = heard.shift();
        if (!message) throw end;
        if (message.kind === 'failed') throw errorOf(message);
        thread.postMessage('on');
        yield batchOf(message.decoded, data.types);
        if (message.decoded.caughtUp) return;
      }
    } finally {
      await thread.terminate();
    }
  };
}

function batchOf({ bytes, places, besides, position, caughtUp }: Decoded, types: readonly string[]): LogBatch {
  const among = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), places, besides, types };
  const events: ReplayedEvent[] = [];
  for (let index = 0; index * numbersOfEvent < places.length; index++) events.push(new ReplayedEvent(among, index));
  return { events, position: BigInt(position), caughtUp };
}
