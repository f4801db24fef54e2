/** Those who wait until a position has been reached. */
export class Waiters {
  #reached = 0n;
  #waiting: { readonly position: bigint; readonly done: (reached: boolean) => void }[] = [];

  /** How far things have come. */
  get reached(): bigint {
    return this.#reached;
  }

  /** Says how far things have come, and wakes those who waited for it. */
  advance(position: bigint): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) {
      if (waiter.position <= position) waiter.done(true);
      else this.#waiting.push(waiter);
    }
  }

  /** Wakes all who wait: what they wait for may not come. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) waiter.done(false);
  }

  /** Resolves to true once the position is reached, to false when that takes longer than `milliseconds`. */
  wait(position: bigint, milliseconds: number): Promise<boolean> {
    if (position <= this.#reached) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        position,
        done: (reached: boolean) => {
          clearTimeout(timer);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(false);
      }, milliseconds);
      this.#waiting.push(waiter);
    });
  }
}
