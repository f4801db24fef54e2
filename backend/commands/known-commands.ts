import { CompactMap } from '../../modules/kernel/memory/compact-map.ts';
import type { IndexedCommands, Snapshots } from './snapshots/snapshots.ts';

/** What commands a snapshot's file has, and up to which revision of the stream. */
type Indexed = {
  readonly snapshots: Snapshots;
  readonly name: string;
  readonly commands: IndexedCommands;
  readonly upTo: bigint;
};

/**
 * The commands that a stream's events came from, for exactly-once processing: each with the revision at which its events
 * begin. The recent ones are kept in memory, those before a snapshot in its file.
 */
export class KnownCommands {
  #recent = CompactMap.empty;
  #indexed: Indexed | undefined;

  /** Where the command's events begin; undefined when the stream has none of it. @throws Unavailable */
  find(commandId: string): bigint | undefined {
    const recent = this.#recent.get(commandId);
    if (recent !== undefined) return BigInt(recent);
    if (!this.#indexed) return undefined;
    const { snapshots, name, commands, upTo } = this.#indexed;
    return snapshots.find(name, commandId, commands, upTo);
  }

  add(commandId: string, revision: bigint): void {
    this.#recent = this.#recent.set(commandId, Number(revision));
  }

  /** Those that are in no snapshot yet. */
  get recent(): CompactMap {
    return this.#recent;
  }

  /** Those that are in a snapshot. */
  get indexed(): Indexed | undefined {
    return this.#indexed;
  }

  /** From now on everything up to here is looked up in a snapshot's file. */
  rely(on: Indexed): void {
    this.#indexed = on;
    this.#recent = CompactMap.empty;
  }
}
