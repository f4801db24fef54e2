import { start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';

/**
 * So many looks after its own were there, a second apart, every other node has looked too. For as many those count as there which no look
 * finds any more: of a Redis that was emptied they are gone for a moment, until the others make them anew.
 */
const enough = 3;

/**
 * Read models of other versions, where nodes share the store: in a rolling deploy nodes of two releases stand beside each other, and each
 * answers as soon as its own show what happened. What one has acknowledged the other must show: so it looks how far those of the
 * other release are, and goes as far itself before it answers. Those that nobody feeds any more are behind, and keep nobody waiting.
 */
export class OtherVersions {
  readonly #readModels: Pick<ReadModels, 'isShared' | 'projections' | 'checkpoint'>;
  readonly #own: { readonly isFed: (name: string) => boolean; readonly shown: () => readonly string[] };
  /** Those that are there, and at which look each was found last. */
  readonly #found = new Map<string, number>();
  #looks = 0;
  /** How many of the looks found all that this node shows. */
  #withOurs = 0;
  #knowOurs: boolean;

  /**
   * @param own.isFed whether this node feeds it
   * @param own.shown the names of those that this node shows, or is going to
   */
  constructor(
    readModels: Pick<ReadModels, 'isShared' | 'projections' | 'checkpoint'>,
    own: { readonly isFed: (name: string) => boolean; readonly shown: () => readonly string[] },
  ) {
    this.#readModels = readModels;
    this.#own = own;
    this.#knowOurs = !readModels.isShared;
  }

  /** Whether there are any, as of the last look. */
  get areThere(): boolean {
    return this.#found.size > 0;
  }

  /** Whether the nodes that show others have had the time to see that there are those which this one shows. Once so, it stays so. */
  get knowOurs(): boolean {
    return this.#knowOurs;
  }

  /** Looks which there are. */
  async look(): Promise<void> {
    if (!this.#readModels.isShared) return;
    const names = await this.#readModels.projections();
    this.#looks += 1;
    for (const name of names) this.#found.set(name, this.#looks);
    for (const [name, look] of this.#found)
      if (look <= this.#looks - enough || this.#own.isFed(name)) this.#found.delete(name);
    if (this.#own.shown().every((name) => names.includes(name))) this.#withOurs += 1;
    // Whoever comes later looks before it serves.
    if (!this.areThere || this.#withOurs >= enough) this.#knowOurs = true;
  }

  /** The position of the furthest; the beginning of the log where they cannot be asked, which whoever reads comes upon. */
  async furthest(): Promise<bigint> {
    const asked = Promise.all([...this.#found.keys()].map((name) => this.#readModels.checkpoint(name)));
    const checkpoints = await asked.catch(() => []);
    return checkpoints.reduce<bigint>((most, each) => (each !== undefined && each > most ? each : most), start);
  }
}
