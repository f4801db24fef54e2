import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { hashOf, isLeaf, type Leaves, sealedEventOf } from './leaf.ts';
import { leavesOfFile } from './leaves-of-file.ts';

/** How many events are read at a time, when it is not said. */
const pageSize = 4_000;

/** The leaves of the log after a position to where it ends now, piece by piece: of the log no more is in the memory at once. */
export async function* leavesAfter(
  store: Pick<EventStore, 'file' | 'readAll' | 'head'>,
  after: bigint,
  { signal, limit }: { readonly signal?: AbortSignal | undefined; readonly limit?: number } = {},
): AsyncGenerator<Leaves, void, undefined> {
  if (store.file !== undefined) {
    yield* leavesOfFile(store.file, { after, upTo: await store.head(), signal, isForFew: limit !== undefined });
    return;
  }
  let first: bigint | undefined;
  for (let from = after; ; ) {
    signal?.throwIfAborted();
    const { events, position, caughtUp } = await store.readAll({ after: from, limit: limit ?? pageSize });
    if (after === start) first ??= events[0]?.position;
    const leaves = events
      .filter((event) => isLeaf(event, first))
      .map((event) => ({ hash: hashOf(sealedEventOf(event)), position: event.position }));
    yield { leaves, position, damaged: [] };
    if (caughtUp) return;
    from = position;
  }
}
