import type { Renewal } from '../../modules/identity/sessions/renewal.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';

/** Renewals that are kept in memory, until `lose` is called. */
export class InMemoryRenewals implements Renewals {
  readonly #kept = new Map<string, Renewal>();

  async find(sid: string): Promise<Renewal | undefined> {
    return this.#kept.get(sid);
  }

  change: Renewals['change'] = async (sid, _until, become) => {
    const before = this.#kept.get(sid);
    const after = become(before);
    if (after) this.#kept.set(sid, after);
    return after ?? before;
  };

  lose(): void {
    this.#kept.clear();
  }

  async close(): Promise<void> {}
}
