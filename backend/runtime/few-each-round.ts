import { afterNewcomers } from './newcomers.ts';
import { RoundShare } from './round-share.ts';

/**
 * Lets so many go on in one round of the event loop, first come, first served; the others in the rounds to come. Between two
 * rounds the process looks at its sockets: what is short, and came in the meantime, need not wait for all that came at once.
 */
export class FewEachRound {
  readonly #share: RoundShare;
  #left = 0;
  #isCounting = false;
  #waiting: (() => void)[] = [];

  /** @param whileRead how many where somebody reads, unless rounds are long anyway */
  constructor(most: number, { whileRead = most }: { readonly whileRead?: number } = {}) {
    this.#share = new RoundShare({ most, whileRead });
  }

  /** Undefined for whoever may go on at once; else resolves when it is their turn. */
  turn(): Promise<void> | undefined {
    if (!this.#isCounting) this.#left = this.#share.first;
    if (this.#left === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#left -= 1;
    this.#count();
    return undefined;
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#share.begin();
    afterNewcomers(() => this.#nextRound());
  }

  #nextRound(): void {
    this.#isCounting = false;
    const most = this.#share.next;
    const next = this.#waiting.splice(0, most);
    if (next.length > 0) this.#count();
    this.#left = most - next.length;
    for (const goOn of next) goOn();
  }
}
