import { randomUUID } from 'node:crypto';
import { sharedDigits } from '../../../modules/kernel/encoding/derived.ts';

/** So many ids begin alike at most, and for so many milliseconds: orders that come one by one look different. */
const most = 32;
const longest = 1_000;

/**
 * New UUIDs of which those that are made one after the other begin alike, by chance as everything else in them. Rows in the order of ids
 * are then written to a few pages, where each would have one of its own (docs/decisions/0098).
 */
export class NearIds {
  #beginning = '';
  #left = 0;
  #until = 0;

  next(now = performance.now()): string {
    const id = randomUUID();
    if (this.#left === 0 || now >= this.#until) {
      this.#beginning = id.slice(0, sharedDigits);
      this.#left = most;
      this.#until = now + longest;
    }
    this.#left -= 1;
    return this.#beginning + id.slice(sharedDigits);
  }
}
