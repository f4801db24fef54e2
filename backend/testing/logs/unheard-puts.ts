import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';

/** Records of which some puts are written, and who put them is not told. */
export class UnheardPuts implements SideRecords {
  /** How many of the next. */
  toLose = 0;
  readonly #records: SideRecords;
  readonly get: SideRecords['get'];
  readonly delete: SideRecords['delete'];
  readonly keys: SideRecords['keys'];

  constructor(records: SideRecords) {
    this.#records = records;
    this.get = (key) => records.get(key);
    this.delete = (key, expected) => records.delete(key, expected);
    this.keys = (prefix) => records.keys(prefix);
  }

  async put(...put: Parameters<SideRecords['put']>): Promise<bigint> {
    const version = await this.#records.put(...put);
    if (this.toLose === 0) return version;
    this.toLose -= 1;
    throw new Unavailable('Nobody knows whether it was written.');
  }
}
