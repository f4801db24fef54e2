import { isOfOneStream } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';

/** An event by which a log is known again: one that holds it holds all that came before it. */
export type LogMark = {
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly position: string;
};

/**
 * What stands in the log where the event stood. Nothing: it was put back to before, or who was asked is behind. Something else: it
 * was put back, and has gone on from there.
 */
export type Standing = 'it' | 'nothing' | 'another';

export const markOf = ({ stream, revision, id, position }: StoredEvent): LogMark => ({
  stream,
  revision: String(revision),
  id,
  position: String(position),
});

export async function standingAt({ stream, revision, id, position }: LogMark, store: EventStore): Promise<Standing> {
  let event: StoredEvent | undefined;
  try {
    [event] = await store.readStream(stream, { from: BigInt(revision), limit: 1 });
    // Of a stream that is there, and of which nothing is left, nobody can say what stood in it.
    if (!event) await store.readStream(stream, { limit: 1 });
    // Whoever deletes a stream does not put the log back.
    if (!event && (await store.idAt?.(BigInt(position))) === id) return 'it';
  } catch (reason) {
    // Something stands there that nobody can read, or that only a newer release can, which has named it. The log is not dropped for that.
    if (isOfOneStream(reason)) return 'it';
    throw reason;
  }
  if (!event) return 'nothing';
  // What comes behind it is there where the beginning of the stream was taken away.
  return event.id === id || event.revision > BigInt(revision) ? 'it' : 'another';
}

/** Whether the very event stands at the very position: no other log has it there, also where its own first event is another by now. */
export async function isIn({ stream, revision, id, position }: LogMark, store: EventStore): Promise<boolean> {
  try {
    const [event] = await store.readStream(stream, { from: BigInt(revision), limit: 1 });
    return event?.id === id && event.position === BigInt(position);
  } catch (reason) {
    if (isOfOneStream(reason)) return false;
    throw reason;
  }
}
