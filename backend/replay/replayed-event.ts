import type { EventMeta, StoredEvent } from '../../modules/kernel/event.ts';
import { type Decoded, numbersOfEvent } from './decoding.ts';
import { between } from './packed-rows.ts';
import { ReplayedMeta } from './replayed-meta.ts';

/** Events that came together, and the bytes that they are in. */
export type Replayed = Pick<Decoded, 'places' | 'besides'> & {
  readonly bytes: Buffer;
  readonly types: readonly string[];
};

const unparsed = Symbol('unparsed');

/**
 * An event as it came from the thread that reads the log: a place among bytes, of which each part is parsed when somebody asks
 * for it. Most projections want an event's data and when it happened, few of them what else is said about it.
 */
export class ReplayedEvent implements StoredEvent {
  readonly position: bigint;
  readonly type: string;
  readonly unreadable?: string;
  readonly damaged?: string;
  readonly #among: Replayed;
  readonly #index: number;
  #data: unknown = unparsed;
  #meta: ReplayedMeta | undefined;
  #columns: readonly string[] | undefined;

  constructor(among: Replayed, index: number) {
    this.#among = among;
    this.#index = index;
    this.position = BigInt(this.#number(0));
    this.type = among.types[this.#number(1)] ?? '';
    const said = among.besides.get(index);
    if (typeof said !== 'object') return;
    this.#data = said.data;
    if (said.unreadable !== undefined) this.unreadable = said.unreadable;
    if (said.damaged !== undefined) this.damaged = said.damaged;
  }

  get data(): unknown {
    if (this.#data === unparsed) {
      const opened = this.#among.besides.get(this.#index);
      this.#data = JSON.parse(typeof opened === 'string' ? opened : this.#text(3, 4));
    }
    return this.#data;
  }

  get meta(): EventMeta {
    this.#meta ??= new ReplayedMeta(this.#among.bytes, this.#number(4), this.#number(5));
    return this.#meta;
  }

  get stream(): string {
    return this.#column(0);
  }

  get revision(): bigint {
    return BigInt(this.#column(1));
  }

  get id(): string {
    return this.#column(2);
  }

  #column(column: number): string {
    this.#columns ??= this.#text(2, 3).split(between);
    return this.#columns[column] ?? '';
  }

  /** What stands between two of its numbers, less what is between columns. */
  #text(from: number, to: number): string {
    return this.#among.bytes.toString('utf8', this.#number(from), this.#number(to) - 1);
  }

  #number(of: number): number {
    return this.#among.places[this.#index * numbersOfEvent + of] ?? 0;
  }
}
