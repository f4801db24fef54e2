import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { FoldedInto } from '../../modules/kernel/read-models.ts';

/** Name under which the read models say which log they were made from. */
export const logIdentity = 'log-identity';

/** Says which log the read models are made from. */
export async function identify(firstEventId: string, readModels: FoldedInto): Promise<void> {
  const expected = await readModels.checkpoint(logIdentity);
  const document = JSON.stringify(firstEventId);
  try {
    await readModels.commit(logIdentity, expected, 0n, [{ id: 'first-event', document, entries: [] }]);
  } catch (reason) {
    // Another node that has just started has said the same.
    if (!(reason instanceof CheckpointMoved)) throw reason;
  }
}
