type Waiter = {
  readonly position: bigint;
  /** When it has waited long enough, in milliseconds of `performance.now()`. */
  readonly until: number;
  readonly done: (reached: boolean) => void;
};

/** Those who wait until a position has been reached. */
export class Waiters {
  #reached = 0n;
  #waiting: Waiter[] = [];
  /** One timer for all: nearly nobody waits in vain. It goes off at `at`. */
  #clock: { readonly timer: NodeJS.Timeout; readonly at: number } | undefined;

  /** How far things have come. */
  get reached(): bigint {
    return this.#reached;
  }

  /** Says how far things have come, and wakes those who waited for it. */
  advance(position: bigint): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    this.#wake(true, (waiter) => waiter.position <= position);
  }

  /** What was reached has to be reached once more; whoever waits, waits on. */
  goBack(position: bigint): void {
    this.#reached = position;
  }

  /** Wakes all who wait: what they wait for may not come. */
  release(): void {
    this.#wake(false, () => true);
  }

  /** Resolves to true once the position is reached, to false when that takes longer than `milliseconds`. */
  wait(position: bigint, milliseconds: number): Promise<boolean> {
    if (position <= this.#reached) return Promise.resolve(true);
    return new Promise((resolve) => {
      const until = performance.now() + milliseconds;
      this.#waiting.push({ position, until, done: resolve });
      this.#setClock(until);
    });
  }

  #wake(reached: boolean, isDone: (waiter: Waiter) => boolean): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) {
      if (isDone(waiter)) waiter.done(reached);
      else this.#waiting.push(waiter);
    }
    if (this.#waiting.length === 0) this.#stopClock();
  }

  #setClock(at: number): void {
    if (this.#clock && this.#clock.at <= at) return;
    this.#stopClock();
    // Timers count whole milliseconds, and may go off a moment early.
    const timer = setTimeout(() => this.#giveUp(), Math.ceil(at - performance.now()) + 1);
    this.#clock = { timer, at };
  }

  #stopClock(): void {
    clearTimeout(this.#clock?.timer);
    this.#clock = undefined;
  }

  #giveUp(): void {
    this.#clock = undefined;
    const now = performance.now();
    this.#wake(false, ({ until }) => until <= now);
    let next = Number.POSITIVE_INFINITY;
    for (const { until } of this.#waiting) if (until < next) next = until;
    if (this.#waiting.length > 0) this.#setClock(next);
  }
}
