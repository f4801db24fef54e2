import { compareBytes } from '../../kernel/encoding/compare-bytes.ts';
import type { ProductOrder } from './contract.ts';
import type { Shelved } from './shelved.ts';
import { sortedInPieces } from './sorted-in-pieces.ts';

/** By which fields tools can be put in order. */
export type FieldOrder = ProductOrder;

export type Compare = (one: Shelved, other: Shelved) => number;

/** As the lists of read models are: by the field, then by id, as bytes. */
export function compareBy(order: FieldOrder): Compare {
  if (order === 'name') {
    return (one, other) => compareBytes(one.name, other.name) || compareBytes(one.id, other.id);
  }
  return (one, other) => one[order] - other[order] || compareBytes(one.id, other.id);
}

/** Numbers of tools in an order, kept so while tools come, go and change: nobody has to sort thousands for a page. */
export class InOrder {
  #numbers: number[];
  readonly #compare: Compare;
  readonly #toolAt: (number: number) => Shelved;

  private constructor(order: FieldOrder, numbers: Iterable<number>, toolAt: (number: number) => Shelved) {
    this.#compare = compareBy(order);
    this.#toolAt = toolAt;
    this.#numbers = [...numbers];
  }

  /**
   * Puts them in order piece by piece; nothing may come or change meanwhile.
   * @param numbers of all tools that there are, in any order
   */
  static *inPieces(
    order: FieldOrder,
    numbers: Iterable<number>,
    toolAt: (number: number) => Shelved,
  ): Generator<void, InOrder, void> {
    const made = new InOrder(order, numbers, toolAt);
    made.#numbers = yield* sortedInPieces(made.#numbers, (a, b) => made.#compare(toolAt(a), toolAt(b)));
    return made;
  }

  /** The same in one go. */
  static atOnce(...all: Parameters<typeof InOrder.inPieces>): InOrder {
    const pieces = InOrder.inPieces(...all);
    for (;;) {
      const { value, done } = pieces.next();
      if (done) return value;
    }
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Whether it stands elsewhere, or may, since it is another one. */
  moves(before: Shelved, after: Shelved): boolean {
    return this.#compare(before, after) !== 0;
  }

  add(number: number, tool: Shelved): void {
    this.#numbers.splice(this.#placeOf(tool), 0, number);
  }

  /** @param tool as it still stands under its number */
  remove(tool: Shelved): void {
    this.#numbers.splice(this.#placeOf(tool), 1);
  }

  /** Where a tool stands, or has to be put. */
  #placeOf(tool: Shelved): number {
    return firstAt(this.#numbers.length, (at) => this.#compare(this.#toolAt(this.#numbers[at] ?? 0), tool) >= 0);
  }
}

/** The first place of so many at which the condition holds, which from there on holds everywhere (binary search). */
export function firstAt(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
