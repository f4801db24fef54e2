import { compareBytes } from '../../kernel/encoding/compare-bytes.ts';
import { categoryKey } from '../categories/contract.ts';
import { WordIndex } from './word-index.ts';

type Known = {
  readonly number: number;
  /** Of all tools, and of those that are offered. */
  all: number;
  offered: number;
  readonly spellings: Map<string, number>;
};

/** The categories of the tools: how often each, how it is written, and the words of those that are offered. */
export class Categories {
  readonly #known = new Map<string, Known>();
  readonly #words = new WordIndex();
  readonly #keys: string[] = [];
  readonly #free: number[] = [];

  /** Takes a tool in, whether or not it is offered; gives the number of its category. */
  add(category: string, isOffered: boolean): number {
    const key = categoryKey(category);
    const known = this.#known.get(key) ?? this.#begin(key);
    known.all += 1;
    known.spellings.set(category, (known.spellings.get(category) ?? 0) + 1);
    if (isOffered && known.offered++ === 0) this.#words.add(known.number, searched(key));
    return known.number;
  }

  remove(category: string, isOffered: boolean): void {
    const key = categoryKey(category);
    const known = this.#known.get(key);
    if (!known) return;
    if (isOffered && --known.offered === 0) this.#words.remove(known.number, searched(key));
    const left = (known.spellings.get(category) ?? 1) - 1;
    if (left > 0) known.spellings.set(category, left);
    else known.spellings.delete(category);
    known.all -= 1;
    if (known.all > 0) return;
    this.#known.delete(key);
    this.#free.push(known.number);
  }

  numberOf = (key: string): number | undefined => this.#known.get(key)?.number;

  keyOf(number: number): string | undefined {
    return this.#keys[number];
  }

  /** How many of those that are offered. */
  countOf(key: string): number {
    return this.#known.get(key)?.offered ?? 0;
  }

  /** As most of its tools write it; of two that are as frequent the same at each node. */
  nameOf(key: string): string {
    const spellings = [...(this.#known.get(key)?.spellings ?? [])];
    const [first] = spellings.sort(([a, many], [b, more]) => more - many || compareBytes(a, b));
    return first?.[0] ?? key;
  }

  /** The keys of so many that have all of these words, the best first. */
  find(words: Iterable<string>, limit: number): string[] {
    const { numbers, worth } = this.#words.find(words);
    return [...numbers]
      .map((number, at) => ({ key: this.#keys[number] ?? '', worth: worth[at] ?? 0 }))
      .sort((a, b) => b.worth - a.worth || this.countOf(b.key) - this.countOf(a.key) || compareBytes(a.key, b.key))
      .slice(0, limit)
      .map(({ key }) => key);
  }

  #begin(key: string): Known {
    const number = this.#free.pop() ?? this.#keys.length;
    const known = { number, all: 0, offered: 0, spellings: new Map<string, number>() };
    this.#keys[number] = key;
    this.#known.set(key, known);
    return known;
  }
}

const searched = (name: string) => ({ name, description: '' });
