import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { SubjectKeyEvent } from '../../personal-data/subject-key-events.ts';
import { readLog } from '../subscription/read-log.ts';

const keyDestroyed: SubjectKeyEvent['type'] = 'SubjectKeyDestroyed';

/**
 * Whether somebody was forgotten after a position. What was folded before that and replaced since has left its bytes in the
 * store: whoever was at it meanwhile has them wiped.
 */
export async function forgottenSince(store: EventStore, after: bigint): Promise<boolean> {
  for await (const { events } of readLog(store, { after, types: [keyDestroyed], most: 1_000 })) {
    if (events.some(({ type }) => type === keyDestroyed)) return true;
  }
  return false;
}
