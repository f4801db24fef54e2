import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { Folded } from '../projections/folded.ts';
import type { ParkedEvents } from './parked-events.ts';

/** The events that one projection could not fold, and which wait for an operator. */
export class ParkedByProjection {
  readonly #parked: ParkedEvents;
  readonly #reader: string;

  constructor(parked: ParkedEvents, { storedAs }: Pick<Projection, 'storedAs'>) {
    this.#parked = parked;
    this.#reader = `projection:${storedAs}`;
  }

  get isEmpty(): boolean {
    return this.#parked.of(this.#reader).length === 0;
  }

  /** Looks which there are. @returns the documents that those up to a position are about */
  async load(upTo: bigint): Promise<Set<string>> {
    await this.#parked.load();
    const passed = this.#parked.of(this.#reader).filter(({ position }) => BigInt(position) <= upTo);
    return new Set(passed.flatMap(({ document }) => document ?? []));
  }

  has(eventId: string): boolean {
    return this.#parked.find(this.#reader, eventId) !== undefined;
  }

  /** Whether an operator has said that the projection is to go on without the event. */
  isSkipped(event: StoredEvent): boolean {
    return this.#parked.isSkipped(this.#reader, event);
  }

  /** Parks what could not be folded. Resolves to false when there is no room for more. */
  async keep({ parked, stoppedAt }: Folded): Promise<boolean> {
    const unhandled = [
      ...parked.map((one) => ({ ...one, state: 'parked', stops: false }) as const),
      ...(stoppedAt ? [{ ...stoppedAt, state: 'parked', stops: true } as const] : []),
    ];
    return unhandled.length === 0 || this.#parked.keep(this.#reader, unhandled);
  }

  /** Takes out what was parked, by an earlier release, and could be folded now. */
  async removeFolded(events: readonly StoredEvent[], { parked }: Folded): Promise<void> {
    const unhandled = new Set(parked.map(({ event }) => event.id));
    for (const { eventId } of this.#parked.of(this.#reader)) {
      const isFolded = !unhandled.has(eventId) && events.some(({ id }) => id === eventId);
      if (isFolded) await this.#parked.remove(this.#reader, eventId);
    }
  }
}
