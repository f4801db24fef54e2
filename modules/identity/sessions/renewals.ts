import type { Renewal } from './renewal.ts';

/**
 * What renews sessions, kept beside the log: which has sign-ins and their ends, not each of the many renewals. Losing it signs
 * nobody out, and nothing in it opens a session. Each adapter passes backend/renewals/contract.ts.
 */
export interface Renewals {
  /** What is kept of a session. @throws Unavailable while the store cannot be reached. */
  find(sid: string): Promise<Renewal | undefined>;
  /**
   * Writes what becomes of what is kept of a session, kept until `until` at least; `become` may be called again when somebody
   * else was faster, and is called with what is there then. Undefined leaves it as it is.
   * @returns what was written last
   * @throws Unavailable while the store cannot be reached, or when others were faster too many times.
   */
  change(
    sid: string,
    until: Date,
    become: (before: Renewal | undefined) => Renewal | undefined,
  ): Promise<Renewal | undefined>;
  close(): Promise<void>;
}
