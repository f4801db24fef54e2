import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';

/** How long it is taken for true what was seen of the stores, in milliseconds. Anybody may ask, as often as they like, and is counted for nobody. */
const goodFor = 1_000;

type Node = {
  readonly isOpen: () => boolean;
  readonly feed: { readonly isCaughtUp: boolean };
  /** Whether it has all read models, and others know of them. */
  readonly isWhole: () => boolean;
  readonly store: Pick<EventStore, 'head' | 'hasRoom'>;
  readonly readModels: Pick<ReadModels, 'projections'>;
};

/**
 * Whether a node can do its work: it is caught up, both stores answer, and there is room for what is to be written. The stores are asked
 * once for all who ask within a second.
 */
export function readinessOf(
  { isOpen, feed, isWhole, store, readModels }: Node,
  now = () => performance.now(),
): () => Promise<boolean> {
  let last: { readonly answers: Promise<boolean>; until: number } | undefined;
  const look = () => {
    const answers = areReachable(store, readModels);
    const seen = { answers, until: Number.POSITIVE_INFINITY };
    void answers.then(() => {
      seen.until = now() + goodFor;
    });
    last = seen;
    return answers;
  };
  const answer = () => (last && now() < last.until ? last.answers : look());
  return async () => isOpen() && feed.isCaughtUp && isWhole() && (await answer()) && (store.hasRoom?.() ?? true);
}

async function areReachable(store: Node['store'], readModels: Node['readModels']): Promise<boolean> {
  try {
    await Promise.all([store.head(), readModels.projections()]);
    return true;
  } catch {
    return false;
  }
}
