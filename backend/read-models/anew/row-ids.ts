/** Of so many it is known by heart where they are, in 8 bytes for each slot; and how full the slots may be. */
const mostSlots = 2 ** 22;
const fullest = 0.7;

const nobody = 0;
/** A row that was taken away: what was put behind it is still found. */
const gone = 0xffffffff;

/**
 * Where rows are by the hashes of their ids (open addressing): as good as an index of a file that is being made, of which nobody
 * else asks anything, and a tenth of the time. Two ids may have one hash; so who asks has to look.
 */
export class RowIds {
  #hashes = new Uint32Array(2 ** 12);
  #rows = new Uint32Array(2 ** 12);
  #used = 0;

  /** No more fit. */
  get isFull(): boolean {
    return this.#used >= fullest * mostSlots;
  }

  /** The row with this hash that is the one, from 1 on; undefined when none is. */
  find(hash: number, isIt: (row: number) => boolean): number | undefined {
    const slot = this.#slotOf(hash, isIt);
    return slot === undefined ? undefined : this.#rows[slot];
  }

  add(hash: number, row: number): void {
    if (this.#used >= fullest * this.#rows.length) this.#grow();
    const last = this.#rows.length - 1;
    let slot = hash & last;
    while (this.#rows[slot] !== nobody) slot = (slot + 1) & last;
    this.#hashes[slot] = hash;
    this.#rows[slot] = row;
    this.#used += 1;
  }

  remove(hash: number, row: number): void {
    const slot = this.#slotOf(hash, (one) => one === row);
    if (slot !== undefined) this.#rows[slot] = gone;
  }

  #slotOf(hash: number, isIt: (row: number) => boolean): number | undefined {
    const last = this.#rows.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const row = this.#rows[slot] ?? nobody;
      if (row === nobody) return undefined;
      if (this.#hashes[slot] === hash && row !== gone && isIt(row)) return slot;
    }
  }

  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    this.#hashes = new Uint32Array(2 * rows.length);
    this.#rows = new Uint32Array(2 * rows.length);
    this.#used = 0;
    for (const [slot, row] of rows.entries()) if (row !== nobody && row !== gone) this.add(hashes[slot] ?? 0, row);
  }
}

/** FNV-1a, mixed so that its lower bits depend on all of it. */
export function hashOf(projection: number, id: string): number {
  let hash = 0x811c9dc5 ^ projection;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
