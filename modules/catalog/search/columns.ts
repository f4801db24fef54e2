import type { Shelved } from './shelved.ts';

const retired = 1;
const inStock = 2;
/** In the place of a category. */
const none = -1;

/**
 * What tools are narrowed down by, by their numbers: a column each (column store). To look into each of twenty thousand objects
 * would take ten times as long.
 */
export class Columns {
  #prices = new Float64Array(1_024);
  #ratings = new Float64Array(1_024);
  #categories = new Int32Array(1_024);
  #flags = new Uint8Array(1_024);

  /** @param category its number; undefined where it has none */
  set(number: number, tool: Shelved, category: number | undefined): void {
    if (number >= this.#flags.length) this.#grow(2 * number);
    this.#prices[number] = tool.PerPrice;
    this.#ratings[number] = tool.Ratings;
    this.#categories[number] = category ?? none;
    this.#flags[number] = (tool.isRetired ? retired : 0) + (tool.isInStock ? inStock : 0);
  }

  price = (number: number): number => this.#prices[number] ?? 0;
  rating = (number: number): number => this.#ratings[number] ?? 0;
  /** Negative where it has none. */
  category = (number: number): number => this.#categories[number] ?? none;
  isRetired = (number: number): boolean => ((this.#flags[number] ?? 0) & retired) !== 0;
  isInStock = (number: number): boolean => ((this.#flags[number] ?? 0) & inStock) !== 0;

  #grow(size: number): void {
    const grown = <Column extends Float64Array | Int32Array | Uint8Array>(to: Column, from: Column): Column => {
      to.set(from);
      return to;
    };
    this.#prices = grown(new Float64Array(size), this.#prices);
    this.#ratings = grown(new Float64Array(size), this.#ratings);
    this.#categories = grown(new Int32Array(size), this.#categories);
    this.#flags = grown(new Uint8Array(size), this.#flags);
  }
}
