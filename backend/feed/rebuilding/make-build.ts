import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { FoldedInto } from '../../../modules/kernel/read-models.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { AppliedProjection } from '../projections/applied-projection.ts';
import { applyLog } from '../projections/apply-log.ts';
import type { CatchingUp } from './made-from-nothing.ts';

/**
 * Makes a build of a projection beside all that is fed, up to where the log goes now.
 * @returns how far it is: less than that when it was stopped, or has stopped at an event
 */
export async function makeBuild(
  build: Projection,
  readModels: FoldedInto,
  store: EventStore,
  { signal, progressed }: CatchingUp = {},
): Promise<bigint> {
  const applied = new AppliedProjection(build, readModels, store, new ParkedEvents(store));
  await applied.load();
  for await (const reached of applyLog(store, applied.position, [applied], { into: readModels })) {
    progressed?.(reached);
    if (signal?.aborted) return applied.position;
  }
  await applied.record();
  return applied.position;
}
