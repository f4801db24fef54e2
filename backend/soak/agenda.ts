const minute = 60_000;

/** What somebody will do at a time, to the minute. */
export class Agenda {
  readonly #byMinute = new Map<number, (() => Promise<void>)[]>();
  #next: number;

  constructor(start: Date) {
    this.#next = Math.floor(start.getTime() / minute);
  }

  add(at: Date, what: () => Promise<void>): void {
    const slot = Math.max(this.#next, Math.ceil(at.getTime() / minute));
    const planned = this.#byMinute.get(slot);
    if (planned) planned.push(what);
    else this.#byMinute.set(slot, [what]);
  }

  /** Takes all that is due. */
  take(now: Date): (() => Promise<void>)[] {
    const due: (() => Promise<void>)[] = [];
    for (; this.#next * minute <= now.getTime(); this.#next += 1) {
      due.push(...(this.#byMinute.get(this.#next) ?? []));
      this.#byMinute.delete(this.#next);
    }
    return due;
  }
}
