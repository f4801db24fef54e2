import { compareBytes } from '../../kernel/compare-bytes.ts';
import type { Place } from '../../kernel/cursor.ts';
import { sortableNumber } from '../../kernel/sortable.ts';
import type { Tool, ToolOrder } from '../contract.ts';
import { type Searched, WordIndex } from './word-index.ts';

/** A tool as it is kept to be searched: its text as it goes out, and what it is put in order by. */
export type Shelved = Pick<Tool, 'PerPrice' | 'Ratings' | 'Available'> & {
  readonly id: string;
  readonly text: string;
  /** As the list of tools sorts it. */
  readonly name: string;
};

/** By what those that are found are put in order: how well they fit, or as the list of all tools is. */
export type Order = ToolOrder | 'worth';

/** What was found, in its order. */
export type Finds = {
  /** Numbers of tools, ascending in the order. */
  readonly numbers: Uint32Array;
  /** Where the tool stands that is at this place of them: as in the list of all tools, by `sort` and then by id, as bytes. */
  readonly placeAt: (at: number) => Place | undefined;
};

/** More than any tool can be worth, since two hundred characters are a hundred words; all differences have as many digits. */
const mostWorth = 200_000;

/** All tools in the memory, with the index of their words. */
export class Shelf {
  readonly #words = new WordIndex();
  readonly #tools: (Shelved | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of tools that are gone, to be given anew. */
  readonly #free: number[] = [];
  /** Numbers by name, then by id. */
  readonly #byName: number[] = [];
  #version = 0;
  #stockVersion = 0;

  get size(): number {
    return this.#numbers.size;
  }

  /** Another one whenever the order says something else, or another tool is found. */
  versionOf(order: Order): number {
    return order === 'Available' ? this.#version + this.#stockVersion : this.#version;
  }

  /** Another one whenever any tool is another one. */
  get changes(): number {
    return this.#version + this.#stockVersion;
  }

  at(number: number): Shelved | undefined {
    return this.#tools[number];
  }

  /** Puts the tool on the shelf, or takes it away where it has no text; true when it is another one since. */
  put(id: string, text: string | undefined): boolean {
    const number = this.#numbers.get(id);
    const before = number === undefined ? undefined : this.#tools[number];
    if (before?.text === text) return false;
    if (text === undefined) this.#take(id);
    else this.#replace(id, text, before);
    return true;
  }

  /** What is found by all of these words, and ascends in the order. */
  find(words: Iterable<string>, order: Order): Finds {
    const { numbers, worth } = this.#words.find(words);
    // Where much is found, all names are gone through, which stand in their order; sorting would take ten times as long.
    const isMuch = numbers.length * 8 > this.size;
    const worthOf = isMuch ? inPlaces(numbers, worth, this.#tools.length) : inMap(numbers, worth);
    if (order !== 'worth' && order !== 'name') {
      const value = (number: number) => this.#tool(number)[order];
      const idsOf = (a: number, b: number) => compareBytes(this.#tool(a).id, this.#tool(b).id);
      const sorted = Uint32Array.from(numbers).sort((a, b) => value(a) - value(b) || idsOf(a, b));
      return { numbers: sorted, placeAt: placesIn(sorted, (number) => sortableNumber(value(number)), this.#idOf) };
    }
    const byName = isMuch ? this.#byName.filter((number) => worthOf(number) > 0) : numbers.toSorted(this.#inNames);
    const found = Uint32Array.from(order === 'name' ? byName : worthiestFirst(byName, worthOf));
    const nameOf = (number: number) => this.#tool(number).name;
    const sortOf = order === 'name' ? nameOf : (number: number) => `${mostWorth - worthOf(number)}${nameOf(number)}`;
    return { numbers: found, placeAt: placesIn(found, sortOf, this.#idOf) };
  }

  readonly #idOf = (number: number) => this.#tool(number).id;

  readonly #inNames = (a: number, b: number) => {
    const [one, other] = [this.#tool(a), this.#tool(b)];
    return compareBytes(one.name, other.name) || compareBytes(one.id, other.id);
  };

  #tool(number: number): Shelved {
    const tool = this.#tools[number];
    if (!tool) throw new RangeError(`There is no tool ${number}.`);
    return tool;
  }

  #replace(id: string, text: string, before: Shelved | undefined): void {
    const tool: Tool = JSON.parse(text);
    const { PerPrice, Ratings, Available } = tool;
    const after: Shelved = { id, text, name: tool.name.toLowerCase(), PerPrice, Ratings, Available };
    const [old, searched] = [before && searchedIn(before.text), searchedOf(tool)];
    const known = this.#numbers.get(id);
    if (before && known !== undefined && old?.name === searched.name && old.description === searched.description) {
      this.#tools[known] = after;
      if (PerPrice === before.PerPrice && Ratings === before.Ratings) this.#stockVersion += 1;
      else this.#version += 1;
      return;
    }
    if (before) this.#take(id);
    const number = this.#free.pop() ?? this.#tools.length;
    this.#numbers.set(id, number);
    this.#tools[number] = after;
    this.#words.add(number, searched);
    this.#byName.splice(this.#placeInNames(after), 0, number);
    this.#version += 1;
  }

  #take(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    const tool = this.#tool(number);
    this.#words.remove(number, searchedIn(tool.text));
    this.#byName.splice(this.#placeInNames(tool), 1);
    this.#numbers.delete(id);
    this.#tools[number] = undefined;
    this.#free.push(number);
    this.#version += 1;
  }

  /** Where a tool stands among the names, or has to be put. */
  #placeInNames({ name, id }: Shelved): number {
    return firstAt(this.#byName.length, (at) => {
      const other = this.#tool(this.#byName[at] ?? 0);
      return (compareBytes(other.name, name) || compareBytes(other.id, id)) >= 0;
    });
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

type Lookup = (number: number) => number;

function inPlaces(numbers: readonly number[], values: readonly number[], size: number): Lookup {
  const all = new Uint32Array(size);
  for (const [at, number] of numbers.entries()) all[number] = values[at] ?? 0;
  return (number) => all[number] ?? 0;
}

function inMap(numbers: readonly number[], values: readonly number[]): Lookup {
  const all = new Map(numbers.map((number, at) => [number, values[at] ?? 0]));
  return (number) => all.get(number) ?? 0;
}

/** Those of one worth stay in the order that they have. */
function worthiestFirst(numbers: readonly number[], worthOf: Lookup): number[] {
  const alike = new Map<number, number[]>();
  for (const number of numbers) {
    const group = alike.get(worthOf(number));
    if (group) group.push(number);
    else alike.set(worthOf(number), [number]);
  }
  return [...alike].sort(([a], [b]) => b - a).flatMap(([, group]) => group);
}

function placesIn(numbers: Uint32Array, sortOf: (number: number) => string, idOf: (number: number) => string) {
  return (at: number): Place | undefined => {
    const number = numbers[at];
    return number === undefined ? undefined : { sort: sortOf(number), id: idOf(number) };
  };
}

function searchedIn(text: string): Searched {
  return searchedOf(JSON.parse(text));
}

function searchedOf({ name, Description }: Tool): Searched {
  return { name, description: Description };
}
