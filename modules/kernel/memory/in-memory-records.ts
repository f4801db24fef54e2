import { WrongExpectedRevision } from '../errors.ts';
import type { SideRecord, SideRecords } from '../event-store.ts';

/** Side records that are kept in memory. */
export class InMemoryRecords implements SideRecords {
  readonly #kept = new Map<string, SideRecord>();
  #versions = 0n;

  async get(key: string): Promise<SideRecord | undefined> {
    return this.#kept.get(key);
  }

  async put(key: string, value: string, expected: bigint | 'none' | 'any'): Promise<bigint> {
    const before = this.#kept.get(key)?.version ?? 'none';
    if (expected !== 'any' && before !== expected) throw new WrongExpectedRevision(key, expected);
    this.#versions += 1n;
    this.#kept.set(key, { value, version: this.#versions });
    return this.#versions;
  }

  async delete(key: string, expected: bigint | 'any' = 'any'): Promise<void> {
    const version = this.#kept.get(key)?.version ?? expected;
    if (expected !== 'any' && version !== expected) throw new WrongExpectedRevision(key, expected);
    this.#kept.delete(key);
  }

  async *keys(prefix: string): AsyncGenerator<string> {
    yield* [...this.#kept.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
}
