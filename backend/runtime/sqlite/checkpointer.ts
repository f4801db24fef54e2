import { sharedCheckpoints } from './shared-checkpoints.ts';

/** How many pages of 4 KiB are written before they are moved into the file. */
const mostPages = 16_000;
/** So few are moved in some milliseconds; they are moved while nobody writes. And how often it is tried to come to so few. */
const few = 250;
const mostRounds = 8;
/** Where a round leaves this share of what the one before it left, what is left is what comes while one waits for the disk. */
const stagnation = 0.8;

/**
 * Checkpoints of a SQLite database: moves what its write-ahead log has into its file, in a thread of its own. Without this,
 * every so many commits one would keep the event loop for tens of milliseconds.
 */
export class Checkpointer {
  readonly #file: string;
  readonly #isInMemory: boolean;
  readonly #finish: (() => Promise<void>) | undefined;
  #pages = 0;
  #underway: Promise<void> | undefined;
  #last: Promise<void> | undefined;

  /**
   * @param finish moves all that is left, between two commits: for whoever writes in a thread, and keeps others from writing meanwhile.
   * Without it nobody ever is, as that might be the event loop; what is left is then moved while this one does not write. Never rejects.
   */
  constructor(file: string, finish?: () => Promise<void>) {
    this.#file = file;
    this.#finish = finish;
    this.#isInMemory = file === ':memory:';
  }

  /** Says that so many pages were written, roughly. */
  wrote(pages: number): void {
    this.#pages += pages;
    if (this.#pages < mostPages || this.#underway || this.#isInMemory) return;
    this.#pages = 0;
    // Not awaited: others write meanwhile. It never rejects.
    this.#underway = sharedCheckpoints
      .inTurn(this, () => this.#moveAll())
      .finally(() => {
        this.#underway = undefined;
      });
  }

  /**
   * Resolves when it is good to write. The log begins anew only when all of it was moved, and would otherwise grow for as
   * long as writing goes on: so while the little is moved that was written during the long first part, writers wait; and
   * already before, when it is as much again.
   */
  async ready(): Promise<void> {
    await this.busy;
  }

  /** What to wait for before writing; undefined when there is nothing. */
  get busy(): Promise<void> | undefined {
    return this.#pages >= mostPages ? this.#underway : this.#last;
  }

  async close(): Promise<void> {
    await this.#underway;
    await sharedCheckpoints.leave(this);
  }

  async #moveAll(): Promise<void> {
    let [before, least] = [0, Number.POSITIVE_INFINITY];
    for (let round = 0; round < mostRounds; round++) {
      await sharedCheckpoints.make(this.#file);
      const meanwhile = this.#pages - before;
      before = this.#pages;
      // Where they do not get fewer any more, another round is nothing but two waits for the disk, which commits meet there.
      if (meanwhile <= few || meanwhile > stagnation * least) break;
      least = meanwhile;
    }
    if (this.#finish) return this.#finish();
    this.#last = sharedCheckpoints.make(this.#file);
    await this.#last;
    this.#last = undefined;
  }
}
