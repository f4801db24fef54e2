import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';

/**
 * A record beside the log in which one process says again and again that it has something (a lease). A put whose answer was lost
 * may be written: what stands there is then one's own. Without this, whoever has it would be put out by nobody but itself.
 */
export class HeldRecord {
  readonly #records: Pick<SideRecords, 'get' | 'put'>;
  readonly #key: string;
  readonly #mark: string;
  #version: bigint | 'none';

  /**
   * @param options.mark what each value holds that this process puts while it has it, and none of another
   * @param options.version the one that was read last
   */
  constructor(
    records: Pick<SideRecords, 'get' | 'put'>,
    { key, mark, version }: { readonly key: string; readonly mark: string; readonly version: bigint | 'none' },
  ) {
    this.#records = records;
    this.#key = key;
    this.#mark = mark;
    this.#version = version;
  }

  /** @throws WrongExpectedRevision when it is another's by now */
  async put(value: string): Promise<void> {
    try {
      this.#version = await this.#records.put(this.#key, value, this.#version);
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
      const there = await this.#records.get(this.#key);
      if (!there?.value.includes(this.#mark)) throw reason;
      this.#version = await this.#records.put(this.#key, value, there.version);
    }
  }
}
