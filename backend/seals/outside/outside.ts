import type { OutsideSeal } from '../log-sealed.ts';

/** Where seals are kept outside of the log: whoever writes the log there would have to write here, too. */
export type Outside = {
  /** For people. */
  readonly name: string;
  /** The last seal that is there, or was brought there; undefined for none. */
  readonly last: () => Promise<Pick<OutsideSeal, 'number' | 'event'> | undefined>;
  /** Adds one; kept when it resolves. Rejects at once when the signal aborts: it may be kept, or not. */
  readonly add: (seal: OutsideSeal, signal?: AbortSignal) => Promise<void>;
};
