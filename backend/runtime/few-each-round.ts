import { afterNewcomers } from './newcomers.ts';

/**
 * Lets so many go on in one round of the event loop, first come, first served; the others in the rounds to come. Between two
 * rounds the process looks at its sockets: what is short, and came in the meantime, need not wait for all that came at once.
 */
export class FewEachRound {
  readonly #most: number;
  #left: number;
  #isCounting = false;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Undefined for who may go on at once; else resolves when it is their turn. */
  turn(): Promise<void> | undefined {
    if (this.#left === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#left -= 1;
    this.#count();
    return undefined;
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    afterNewcomers(() => this.#nextRound());
  }

  #nextRound(): void {
    this.#isCounting = false;
    const next = this.#waiting.splice(0, this.#most);
    this.#left = this.#most - next.length;
    if (next.length > 0) this.#count();
    for (const goOn of next) goOn();
  }
}
