import { AsyncLocalStorage } from 'node:async_hooks';

/** For each projection, by what its version is stored as, the name of the build that is shown; undefined while it is not made. */
type Shown = { readonly stored: ReadonlyMap<string, string | undefined>; overSince?: number };

/** Milliseconds for which who began to read before a switch goes on to read what was shown then: longer than any answer takes. */
const heldFor = 30_000;

/** Which build of each projection GETs show at this node. All of them are switched at once, between two turns of the event loop. */
export class ShownBuilds {
  #shown: Shown = { stored: new Map() };
  readonly #reading = new AsyncLocalStorage<Shown>();
  readonly #listeners: ((projection: string) => void)[] = [];

  /** The name that a projection is read by; undefined while it is being prepared. What nobody has said anything of is read by its own. */
  of(projection: string): string | undefined {
    const held = this.#reading.getStore();
    const { stored } = held && !isLongOver(held) ? held : this.#shown;
    return stored.has(projection) ? stored.get(projection) : projection;
  }

  /** The projections that are being prepared. */
  get missing(): readonly string[] {
    return [...this.#shown.stored].flatMap(([projection, build]) => (build === undefined ? projection : []));
  }

  /** Whether every projection is there to be read. */
  get isWhole(): boolean {
    return this.missing.length === 0;
  }

  /** Shows these from now on. */
  show(stored: Shown['stored']): void {
    const before = this.#shown;
    before.overSince = performance.now();
    this.#shown = { stored };
    for (const [projection, build] of stored) {
      const isSwitched = before.stored.has(projection) && before.stored.get(projection) !== build;
      if (isSwitched) for (const listener of this.#listeners) listener(projection);
    }
  }

  /** Told of each projection of which another build is shown. */
  onSwitch(listener: (projection: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads what is shown now, however often and until it is done: without this, an answer might be half of one build. */
  during<Result>(work: () => Result): Result {
    return this.#reading.run(this.#shown, work);
  }
}

/** Something that an answer has set going, and that outlives it, must not read what nobody feeds any more. */
function isLongOver({ overSince }: Shown): boolean {
  return overSince !== undefined && performance.now() - overSince > heldFor;
}
