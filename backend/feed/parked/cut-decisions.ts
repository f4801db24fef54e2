import { derivedId } from '../../../modules/kernel/encoding/derived.ts';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Timer } from '../../../modules/kernel/reactor.ts';
import { buildStream } from '../../builds/build-events.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { DamagedEvent } from './damaged-event.ts';
import { howToMendCut } from './how-to-mend.ts';
import { logReader, type ParkedEvents } from './parked-events.ts';
import { skippedStream } from './skipped-events.ts';

/** Milliseconds between two looks: nobody waits for it. */
const lookEvery = 10_000;

type Wiring = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly parked: ParkedEvents;
  readonly log: Log;
};

/** Stands for what is missing: as which event it is parked, one for each stream. */
const cutOf = (stream: string) => ({
  id: derivedId('cut-stream', stream),
  type: '$metadata',
  stream,
  revision: 0n,
  position: 0n,
});

/**
 * Parks that a store does not show all that operators have decided about skips and builds, for as long as it does not. All goes on as if what
 * is missing had not been decided; without this, that would be so in silence.
 */
export function parkingCutDecisions({ store, parked, log }: Wiring): Timer {
  const said = new Set<string>();

  async function look(stream: string): Promise<void> {
    const event = cutOf(stream);
    const reason = await cutIn(store, stream);
    await parked.load();
    if (!reason) {
      said.delete(stream);
      if (parked.find(logReader, event.id)) await parked.remove(logReader, event.id);
    } else if (!parked.isSkipped(logReader, event)) {
      await parked.keep(logReader, [{ event, reason, state: 'parked', stops: false }]);
      if (!said.has(stream)) log.error({ stream, reason: reason.message }, 'decisions of operators are gone');
      said.add(stream);
    }
  }

  return {
    name: 'parking that decisions are gone',
    every: lookEvery,
    async run() {
      for (const stream of [skippedStream, buildStream]) await look(stream);
    },
  };
}

/** What is wrong where a store does not show a stream from its first event on. */
async function cutIn(store: Wiring['store'], stream: string): Promise<DamagedEvent | undefined> {
  try {
    await store.readStream(stream, { limit: 1, damaged: 'told' });
    return undefined;
  } catch (reason) {
    if (!(reason instanceof DamagedStream)) throw reason;
    return new DamagedEvent(reason.message + howToMendCut);
  }
}
