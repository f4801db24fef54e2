/** What of all that is held one address may hold while others find no room: of 2,700 connections 170. */
export const share = 1 / 16;
/** For how long it counts that nobody has more than that, in milliseconds: to look at all connections takes up to one. */
const looksEvery = 50;

/** What is looked at of a connection. */
type Held = { readonly held: number };

/** Finds out which connections are of the address that holds most (max-min fairness). */
export class LargestShare<Connection extends Held> {
  readonly #groupOf: (connection: Connection) => string;
  #nobodyUntil = 0;
  /** From where all came when that was found, if it was one address. */
  #alone: string | undefined;

  /** @param groupOf where a connection comes from */
  constructor(groupOf: (connection: Connection) => string) {
    this.#groupOf = groupOf;
  }

  /**
   * Those of the address that holds most, in their order; undefined where that is not more than its share, or all come from one.
   * @param together what all of them hold
   * @param another for whom there is no room
   */
  of(all: Iterable<Connection>, together: number, another: Connection): readonly Connection[] | undefined {
    const now = performance.now();
    const isAsBefore = this.#alone === undefined || this.#alone === this.#groupOf(another);
    if (now < this.#nobodyUntil && isAsBefore) return undefined;
    const byGroup = Map.groupBy(all, this.#groupOf);
    this.#alone = byGroup.size > 1 ? undefined : byGroup.keys().next().value;
    let [largest, most]: [readonly Connection[] | undefined, number] = [undefined, together * share];
    for (const connections of byGroup.size > 1 ? byGroup.values() : []) {
      const held = heldBy(connections);
      if (held > most) [largest, most] = [connections, held];
    }
    if (largest) return largest;
    this.#nobodyUntil = now + looksEvery;
    return undefined;
  }
}

const heldBy = (connections: readonly Held[]) => connections.reduce((sum, { held }) => sum + held, 0);
