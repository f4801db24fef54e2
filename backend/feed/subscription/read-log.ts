import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../../modules/kernel/event-store.ts';
import { toEnd } from './page-to-end.ts';

/** From how many positions on somebody is far behind: a thread that reads for them takes a moment to begin. */
export const far = 5_000n;
/** How many events are read at a time by whoever is not. */
const pageSize = 1_000;

/**
 * The log after a position to its end, as fast as the store can. The last batch comes to where the log ended when this began, be it
 * that the last events are somebody else's, of which a server tells those who catch up only now and then: who had heard of them
 * before could not be shown anything that is read again from an earlier place.
 * @param options.types what is wanted; of other types there may be events or not
 * @param options.most how many events a batch has at most
 */
export async function* readLog(
  store: EventStore,
  { after, types, most }: { readonly after: bigint; readonly types: Iterable<string>; readonly most: number },
): AsyncGenerator<LogBatch, void, undefined> {
  const end = store.replay ? await store.head() : after;
  if (store.replay && end - after > far) {
    let together: StoredEvent[] = [];
    for await (const { events, position, caughtUp } of store.replay({ after, types })) {
      for (const event of events) together.push(event);
      if (caughtUp) return yield* inPieces(await toEnd(store, { events: together, position, caughtUp }, end), most);
      // Whole pieces only: each costs a commit, whatever is in it.
      const whole = together.length - (together.length % most);
      if (whole === 0) continue;
      const upTo = whole === together.length ? position : (together[whole - 1]?.position ?? position);
      yield* inPieces({ events: together.slice(0, whole), position: upTo, caughtUp }, most);
      together = together.slice(whole);
    }
    return;
  }
  for (let next: Promise<LogBatch> | undefined = store.readAll({ after, limit: pageSize }); next; ) {
    const batch: LogBatch = await toEnd(store, await next, end);
    // Read ahead, while this one is applied.
    next = batch.caughtUp ? undefined : store.readAll({ after: batch.position, limit: pageSize });
    // Whoever asks for no more does not hear how that went.
    next?.catch(() => undefined);
    yield* inPieces(batch, most);
  }
}

/** A batch in pieces of at most so many events: others get in between. */
function* inPieces({ events, position, caughtUp }: LogBatch, most: number): Iterable<LogBatch> {
  let at = 0;
  for (; events.length - at > most; at += most) {
    const piece = events.slice(at, at + most);
    yield { events: piece, position: piece.at(-1)?.position ?? position, caughtUp: false };
  }
  yield { events: events.slice(at), position, caughtUp };
}
