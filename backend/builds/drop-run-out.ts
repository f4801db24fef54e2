import { scheduledOnce } from '../../modules/kernel/commands.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Timer } from '../../modules/kernel/reactor.ts';
import { runOut } from './build-state.ts';
import { Builds } from './builds.ts';

/** Milliseconds between two looks at most. */
const lookEvery = 10_000;

/**
 * Lets go of builds that have been kept for long enough. It is said in the log, so that all nodes stop to feed one at the same
 * position, and nobody goes back to it later.
 * @param options.keptFor milliseconds
 */
export function dropRunOut(options: {
  readonly store: EventStore;
  readonly projections: readonly Projection[];
  readonly keptFor: number;
}): Timer {
  const { store, projections, keptFor } = options;
  const builds = new Builds(store);
  return {
    name: 'letting go of builds',
    every: Math.min(keptFor, lookEvery),
    async run(now) {
      await builds.load();
      for (const projection of projections) {
        const { name, version } = projection;
        for (;;) {
          const due = runOut(projection, builds.of(projection), keptFor, now);
          if (!due) break;
          const by = scheduledOnce('drop-build', name, `${version}`, `${due.data.build}`);
          await builds.decide(projection, (state) => runOut(projection, state, keptFor, now), 'DropBuild', by, now);
        }
      }
    },
  };
}
