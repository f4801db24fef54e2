import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import type { Leaf } from './leaf.ts';
import { packedLeaves, unpackedLeaves } from './packed-leaves.ts';

/** Leaves a record: of 40 bytes each, which makes a record of 54 kB that every store takes. */
const perRecord = 1_024;

const keyOf = (record: number) => `seal-leaves:${record}`;

/**
 * The leaves that were sealed, in their order, beside the log. By the tree alone it shows that something was altered, and by
 * these where. They need not be believed: that they are those which were sealed the root says.
 */
export class LeafList {
  readonly #records: Pick<SideRecords, 'get'>;
  #read: { readonly record: number; readonly leaves: readonly Leaf[] } | undefined;

  constructor(records: Pick<SideRecords, 'get'>) {
    this.#records = records;
  }

  /** The leaf that was at a place; undefined where that is not known. */
  async at(index: number): Promise<Leaf | undefined> {
    const record = Math.floor(index / perRecord);
    if (this.#read?.record !== record) this.#read = { record, leaves: await leavesIn(this.#records, record) };
    return this.#read.leaves[index % perRecord];
  }

  /** Those from a place to before another, or to where it ends. */
  async *between(from: number, to: number): AsyncGenerator<Leaf, void, undefined> {
    for (let index = from; index < to; index++) {
      const leaf = await this.at(index);
      if (!leaf) return;
      yield leaf;
    }
  }
}

/** Adds leaves to the list. */
export class LeafListWriter {
  readonly #records: SideRecords;
  #record: number;
  #leaves: Leaf[];
  /** Whether anything was added that is not written yet. */
  #isOpen = false;

  /**
   * Begins at a place, in the place of whatever was there; undefined where those before are not all known. At the first place
   * it can always begin.
   */
  static async from(records: SideRecords, place: number): Promise<LeafListWriter | undefined> {
    const [record, before] = [Math.floor(place / perRecord), place % perRecord];
    const kept = before === 0 ? [] : (await leavesIn(records, record)).slice(0, before);
    return kept.length < before ? undefined : new LeafListWriter(records, record, kept);
  }

  private constructor(records: SideRecords, record: number, leaves: readonly Leaf[]) {
    this.#records = records;
    this.#record = record;
    this.#leaves = [...leaves];
  }

  async add(leaf: Leaf): Promise<void> {
    this.#leaves.push(leaf);
    this.#isOpen = true;
    if (this.#leaves.length < perRecord) return;
    await this.end();
    this.#record += 1;
    this.#leaves = [];
  }

  /** Writes what was added and is not a full record. */
  async end(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#records.put(keyOf(this.#record), packedLeaves(this.#leaves).toString('base64'), 'any');
    this.#isOpen = false;
  }
}

async function leavesIn(records: Pick<SideRecords, 'get'>, record: number): Promise<readonly Leaf[]> {
  const found = await records.get(keyOf(record));
  return found ? unpackedLeaves(Buffer.from(found.value, 'base64')) : [];
}
