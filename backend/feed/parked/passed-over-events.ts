import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Timer } from '../../../modules/kernel/reactor.ts';
import { howToMend } from './how-to-mend.ts';
import { logReader, type ParkedEvents } from './parked-events.ts';

/** Which event it is; what it says nobody knows. */
export type PassedOverEvent = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>;

/** Milliseconds between two looks: nobody waits for it. */
const lookEvery = 1_000;

/** What was wrong with it. */
class WrittenByNoShop extends Error {
  override name = 'WrittenByNoShop';
  constructor(stream: string) {
    super(`It does not say who did it, and when; nobody is handed it.${howToMend(stream)}`);
  }
}

/**
 * Events among those of the shop that a store hands to nobody, because no shop has written them. Parked like those that nobody can do
 * with, operators find them at the same place, and are rid of them in the same way. The store tells of only so many.
 */
export class PassedOverEvents {
  #found: readonly PassedOverEvent[] = [];

  readonly note = (event: PassedOverEvent): void => {
    this.#found = [...this.#found, event];
  };

  /** Parks those that were found since. @param parked where */
  parking(parked: ParkedEvents): Timer {
    return {
      name: 'parking events that no shop has written',
      every: lookEvery,
      run: async () => {
        const found = this.#found;
        if (found.length === 0) return;
        await parked.load();
        const open = found.filter((event) => !parked.isSkipped(logReader, event));
        // What finds no room was said in the log of the process.
        await parked.keep(
          logReader,
          open.map((event) => ({ event, reason: new WrittenByNoShop(event.stream), state: 'parked', stops: false })),
        );
        this.#found = this.#found.slice(found.length);
      },
    };
  }
}
