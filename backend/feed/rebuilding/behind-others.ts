import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { AppliedProjection } from '../projections/applied-projection.ts';
import { far } from '../subscription/read-log.ts';

const pageSize = 1_000;

/** Those of them that so many events separate from the one that is furthest that others need not wait for them: a new version. */
export async function behindOthers(
  store: Pick<EventStore, 'readAll'>,
  builds: readonly AppliedProjection[],
): Promise<AppliedProjection[]> {
  const furthest = builds.reduce((most, { position }) => (position > most ? position : most), start);
  const behind: AppliedProjection[] = [];
  const known = new Map<bigint, boolean>();
  for (const build of builds) {
    const { position } = build;
    // A position of EventStoreDB is one of bytes: that many may be a handful of events.
    const isFar =
      known.get(position) ?? (furthest - position > far && (await areMoreThan(far, store, position, furthest)));
    known.set(position, isFar);
    if (isFar) behind.push(build);
  }
  return behind;
}

/** Whether there are more than so many events between two positions. */
export async function areMoreThan(
  most: bigint,
  store: Pick<EventStore, 'readAll'>,
  from: bigint,
  to: bigint,
): Promise<boolean> {
  let events = 0;
  for (let after = from; after < to; ) {
    const batch = await store.readAll({ after, limit: pageSize });
    events += batch.events.length;
    if (events > most) return true;
    if (batch.caughtUp) return false;
    after = batch.position;
  }
  return false;
}
