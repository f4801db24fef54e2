import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Timer } from '../../../modules/kernel/reactor.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { repeat } from '../../runtime/retries/repeat.ts';
import type { ParkedEvents } from '../parked/parked-events.ts';
import type { ProjectionRunner } from '../projection-runner.ts';
import type { ReactorRunner } from '../reactor-runner.ts';
import { type Progress, progressTo } from './progress.ts';

/** Milliseconds between two looks whether the read models are still where this node left them, and what became of parked events. */
const verifyEvery = 1_000;
/** Milliseconds between two looks for read models that nobody feeds. */
const dropEvery = 60_000;

type Wiring = {
  readonly store: EventStore;
  readonly projections: ProjectionRunner;
  readonly reactors: readonly ReactorRunner[];
  readonly timers: readonly Timer[];
  readonly parked: ParkedEvents;
  readonly log: Log;
  readonly now: () => Date;
  /** Does one piece of work on the projections at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Looks whether the log is still the one that is followed, and whether all of it comes. */
  readonly look: () => Promise<void>;
  readonly signal: AbortSignal;
};

/** What goes on beside the log: only from when it has been caught up with, so that no start that fails leaves any. */
export function besideTheLog(wiring: Wiring): Promise<void>[] {
  const { projections, timers, now, parked, reactors, log, look, exclusively, signal } = wiring;
  const reconsider = async () => {
    await parked.load();
    for (const reactor of reactors) reactor.reconsider(signal);
    await exclusively(() => projections.reconsider());
  };
  const all: readonly (readonly [what: string, every: number, work: () => Promise<void>])[] = [
    ['looking at the log', verifyEvery, look],
    ['looking for parked events', verifyEvery, reconsider],
    ['preparing read models', verifyEvery, () => prepare(wiring)],
    ['verify', verifyEvery, () => exclusively(() => projections.verify())],
    ['looking for other versions', verifyEvery, () => projections.others.look()],
    ['record', verifyEvery, () => exclusively(() => projections.record())],
    ['dropping read models that nobody feeds', dropEvery, () => exclusively(() => projections.dropUnfed())],
    ...timers.map(({ name, every, run }) => [name, every, () => run(now(), signal)] as const),
  ];
  return all.map(([what, every, work]) => repeat(what, { every, log, signal }, work));
}

/** Brings up to the log what comes to it beside the rest. */
async function prepare({ projections, store, log, exclusively, signal }: Wiring): Promise<void> {
  const say = (progress: Progress) => log.warn(progress, 'read models are being prepared, beside those that are shown');
  const to = await store.head();
  await projections.prepare(exclusively, { signal, progressed: progressTo({ from: 0n, to }, say) });
}
