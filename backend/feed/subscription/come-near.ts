import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { repeat } from '../../runtime/retries/repeat.ts';
import type { ProjectionRunner } from '../projection-runner.ts';
import { keptEvery } from '../provenance/log-identity.ts';
import { type Progress, progressTo } from './progress.ts';
import { far } from './read-log.ts';

type Wiring = {
  readonly projections: ProjectionRunner;
  readonly store: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/**
 * Brings read models that are far behind up to date, so that little is left to follow. Reactors read for themselves.
 * @returns how far they are then
 */
export async function comeNear(from: bigint, { projections, store, log, signal }: Wiring): Promise<bigint> {
  const to = await store.head();
  if (to - from <= far) return from;
  const say = (progress: Progress) => log.warn(progress, 'read models are being brought up to date');
  const near = new AbortController();
  const keep = async () => void (await projections.keep());
  void repeat('keeping read models', { every: keptEvery, log, signal: AbortSignal.any([signal, near.signal]) }, keep);
  try {
    return await projections.catchUp(from, {
      signal,
      progressed: progressTo({ from, to }, say),
      failed: (reason) => log.warn({ err: reason }, 'read models are not made beside those that are shown'),
    });
  } finally {
    near.abort();
  }
}
