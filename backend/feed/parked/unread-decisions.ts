import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Timer } from '../../../modules/kernel/reactor.ts';
import { Builds } from '../../builds/builds.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { DamagedEvent } from './damaged-event.ts';
import { howToMend } from './how-to-mend.ts';
import { logReader, type ParkedEvents } from './parked-events.ts';
import { SkippedEvents } from './skipped-events.ts';

/** Milliseconds between two looks: nobody waits for it. */
const lookEvery = 10_000;

type Wiring = {
  readonly store: Pick<EventStore, 'readStream' | 'append'>;
  readonly parked: ParkedEvents;
  readonly log: Log;
};

/**
 * Parks what operators have decided about skips and builds and nobody can read any more, since all goes on as if it had not been
 * decided. Without this, that would be so in silence.
 */
export function parkingUnreadDecisions({ store, parked, log }: Wiring): Timer {
  const [skips, builds] = [new SkippedEvents(store), new Builds(store)];
  const seen = new Set<string>();
  return {
    name: 'parking decisions that cannot be read',
    every: lookEvery,
    async run() {
      await skips.load();
      await builds.load();
      const unread = [...skips.unread, ...builds.unread].filter(({ id }) => !seen.has(id));
      const open = unread.filter(({ id }) => !skips.has(logReader, id));
      if (open.length > 0) {
        await parked.keep(
          logReader,
          open.map((event) => ({ event, reason: reasonOf(event), state: 'parked', stops: false })),
        );
      }
      for (const event of open) {
        const { id, type, stream } = event;
        log.error({ event: id, type, stream, reason: `${reasonOf(event)}` }, 'a decision of operators cannot be read');
      }
      for (const { id } of unread) seen.add(id);
    },
  };
}

const reasonOf = ({ damaged, stream }: StoredEvent) => new DamagedEvent(`${damaged}${howToMend(stream)}`);
