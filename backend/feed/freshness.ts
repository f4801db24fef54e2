import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { OtherVersions } from './other-versions.ts';

type Wiring = {
  readonly store: Pick<EventStore, 'foreign' | 'head'>;
  readonly others: Pick<OtherVersions, 'areThere' | 'furthest' | 'knowOurs'>;
  /** The position up to which every GET shows what happened. */
  readonly applied: () => bigint;
  /** True once that is so of a position; false when it takes longer than `milliseconds`. */
  readonly whenApplied: (position: bigint, milliseconds: number) => Promise<boolean>;
};

/** Whether GETs show what others have acknowledged: processes on the same files, and nodes that show other versions. */
export class Freshness {
  readonly #wiring: Wiring;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** Whether there can be others of whom this node does not know all that it shows. */
  get isInQuestion(): boolean {
    return this.#wiring.store.foreign !== undefined || this.#wiring.others.areThere;
  }

  /** Whether all others look how far this node is, so that it may acknowledge what they are to show. */
  get isMutual(): boolean {
    return this.#wiring.others.knowOurs;
  }

  /**
   * Resolves to true once GETs show what others have acknowledged by now, and to false when that takes longer than `milliseconds`;
   * undefined when they do already, so that nobody has to wait. For what this process writes itself nobody waits here.
   */
  when(milliseconds: number): Promise<boolean> | undefined {
    const { store, others, applied, whenApplied } = this.#wiring;
    const foreign = store.foreign?.();
    if (foreign !== undefined && foreign > applied()) return whenApplied(foreign, milliseconds);
    return others.areThere ? this.#asFarAsOthers(milliseconds) : undefined;
  }

  async #asFarAsOthers(milliseconds: number): Promise<boolean> {
    const { store, others, applied, whenApplied } = this.#wiring;
    const furthest = await others.furthest();
    if (furthest <= applied()) return true;
    // Of a log that was put back they may hold more than there is.
    const head = await store.head();
    return whenApplied(furthest < head ? furthest : head, milliseconds);
  }
}
