import { WaitingByGroup } from '../concurrency/waiting-by-group.ts';
import { afterNewcomers } from './newcomers.ts';
import { RoundShare } from './round-share.ts';

/**
 * Lets so many go on in one round of the event loop; the others in the rounds to come, in turn by where they come from. Between two
 * rounds the process looks at its sockets: what is short, and came in the meantime, need not wait for all that came at once.
 */
export class FewEachRound {
  readonly #share: RoundShare;
  #left = 0;
  #isCounting = false;
  readonly #waiting = new WaitingByGroup<() => void>();

  /** @param whileRead how many where somebody reads, unless rounds are long anyway */
  constructor(most: number, { whileRead = most }: { readonly whileRead?: number } = {}) {
    this.#share = new RoundShare({ most, whileRead });
  }

  /**
   * Undefined for whoever may go on at once; else resolves when it is their turn.
   * @param groupOf where they come from; asked where they have to wait
   */
  turn(groupOf: () => string = () => ''): Promise<void> | undefined {
    if (!this.#isCounting) this.#left = this.#share.first;
    if (this.#left === 0) return new Promise((resolve) => this.#waiting.add(groupOf(), resolve));
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
    this.#left = this.#share.next;
    if (this.#waiting.size > 0) this.#count();
    for (; this.#left > 0 && this.#waiting.size > 0; this.#left -= 1) this.#waiting.next()?.();
  }
}
