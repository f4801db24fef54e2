import type { Log } from './log.ts';

/** Milliseconds that one line stands for. */
const minute = 60_000;
/** Kinds that are told apart within a minute; what comes beyond is counted together. */
const mostKinds = 100;

export type Occurrence = {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Which call it was, as it is declared: an address as it came may hold an email. */
  readonly call: string;
  /** Said at once, in a line of its own, when the kind is new; of what follows only the number is said. */
  readonly first?: { readonly [name: string]: unknown };
};

type Counted = Pick<Occurrence, 'level' | 'message'> & { readonly calls: Map<string, number> };

/**
 * Log aggregation: what may happen often is counted by kind, and said in one line a kind and minute. Without this, a
 * flood of calls that are refused would be a flood in the log, at the disk's cost, and would bury what else it says.
 */
export class CountedLog {
  readonly #log: Log;
  readonly #every: number;
  #counted = new Map<string, Counted>();
  /** Kinds that happened in the minute before: what goes on is not new. */
  #goingOn = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log, every = minute) {
    this.#log = log;
    this.#every = every;
  }

  /** Counts one more of a kind. */
  add(name: string, { level, message, call, first }: Occurrence): void {
    const isKnown = this.#counted.has(name) || this.#counted.size < mostKinds;
    const kind = isKnown ? name : 'others';
    this.#timer ??= setInterval(() => this.#say(), this.#every).unref();
    const isNew = !this.#counted.has(kind) && !this.#goingOn.has(kind);
    const counted = this.#counted.get(kind) ?? { level, message, calls: new Map() };
    this.#counted.set(kind, counted);
    if (isNew && first) this.#log[level]({ kind, call, ...first }, message);
    else counted.calls.set(call, (counted.calls.get(call) ?? 0) + 1);
  }

  /**
   * Counts a fault of ours: one of its kind has its stack, at once. The same fault is one that was thrown at the same place.
   * @param found by what the call is found again
   */
  fault(
    reason: unknown,
    { message, call, found }: Pick<Occurrence, 'message' | 'call'> & { readonly found?: Occurrence['first'] },
  ): void {
    const place = reason instanceof Error ? /\n {4}(at .+)/.exec(reason.stack ?? '')?.[1] : undefined;
    const kind = reason instanceof Error ? `${reason.name} ${place ?? ''}` : 'thrown';
    this.add(kind, { level: 'error', message, call, first: { err: reason, ...found } });
  }

  /** Says what was counted so far, and counts no more by itself. */
  close(): void {
    this.#say();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #say(): void {
    for (const [kind, { level, message, calls }] of this.#counted) {
      if (calls.size === 0) continue;
      const times = [...calls.values()].reduce((sum, count) => sum + count, 0);
      this.#log[level]({ kind, times, calls: Object.fromEntries(calls) }, message);
    }
    this.#goingOn = new Set(this.#counted.keys());
    this.#counted = new Map();
    if (this.#goingOn.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
