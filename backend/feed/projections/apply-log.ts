import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../../modules/kernel/event-store.ts';
import type { FoldedInto } from '../../../modules/kernel/read-models.ts';
import { readLog } from '../subscription/read-log.ts';
import type { AppliedProjection } from './applied-projection.ts';
import { applyInTurn } from './apply-in-turn.ts';

const pageSize = 1_000;
/** How many batches may be folded and not written. */
const mostUnderWay = 6;

type Applying = {
  readonly into: FoldedInto;
  /** Told of each piece of the log that is read. */
  readonly heard?: (events: readonly StoredEvent[]) => void;
};

/** Applies what the log has after a position to these projections, which are there or further; gives how far all are. */
export function applyLog(
  store: EventStore,
  after: bigint,
  projections: readonly AppliedProjection[],
  { into, heard }: Applying,
): AsyncIterable<bigint> {
  const types = new Set(projections.flatMap(({ projection }) => projection.types));
  const log = readLog(store, { after, types, most: into.mostPerCommit ?? pageSize });
  const ahead = new Map(projections.map((projection) => [projection, projection.ahead()]));
  const apply = async (each: AppliedProjection, batch: LogBatch) => {
    heard?.(batch.events);
    return ahead.get(each)?.(batch);
  };
  // Where nobody waits for what is written, it takes more to keep the read models busy.
  return applyInTurn(log, projections, apply, { most: into.isInOrder ? mostUnderWay : undefined });
}

/** The least that these have come to, or the end where that is less. */
export function leastOf(projections: readonly Pick<AppliedProjection, 'position'>[], end: bigint): bigint {
  return projections.reduce((least, { position }) => (position < least ? position : least), end);
}
