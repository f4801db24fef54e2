/**
 * Whether whoever commits to a projection knows what it has. At the same position there may be something else: somebody has
 * dropped all and built it anew, maybe with less in it, and what the committer made its changes of is void.
 */
export class Eras {
  #now = 0;
  /** The one that the committer knows; undefined before they have looked. */
  #known: number | undefined;

  get isKnown(): boolean {
    return this.#known === undefined || this.#known === this.#now;
  }

  /** All that there was has made room for something else. */
  replaced(): void {
    this.#now += 1;
  }

  /** Somebody asked where it stands. That may be others than whoever commits, who must not miss that it was replaced. */
  asked(): void {
    this.#known ??= this.#now;
  }

  committed(): void {
    this.#known = this.#now;
  }

  /** A commit was refused: whoever made it begins again with what there is now. */
  refused(): void {
    this.#known = undefined;
  }
}
