import type { Place } from '../../kernel/documents/cursor.ts';
import { sortableNumber } from '../../kernel/encoding/sortable.ts';
import type { Tool } from '../contract.ts';
import { Categories } from './categories.ts';
import { Columns } from './columns.ts';
import { productOrders } from './contract.ts';
import { allOf, conditionsOf, type Filter, isOfStock } from './filter.ts';
import { compareBy, type FieldOrder, InOrder } from './in-order.ts';
import { type Shelved, shelvedOf } from './shelved.ts';
import { type Searched, WordIndex } from './word-index.ts';
import { inMap, inPlaces, worthiestFirst } from './worthiest.ts';

/** By what those that are found are put in order: how well they fit, or as the list of all tools is. */
export type Order = FieldOrder | 'worth';

/** What is looked for. Without words it is everything, and as a list by name where it is to be by worth. */
export type Sought = { readonly words: readonly string[] | undefined; readonly filter: Filter };

/** What was found, in its order: nothing but numbers, since of what people look for thousands are kept. */
export type Finds = {
  /** Numbers of tools, ascending in the order. An array has no more room than it needs, and a typed one 240 bytes beside. */
  readonly numbers: readonly number[];
  /** What each of them is worth, where that is the order; else they are in that of the field. */
  readonly worth: readonly number[] | undefined;
  readonly by: FieldOrder;
};

/** More than any tool can be worth, since two hundred characters are two hundred words at most; all differences have as many digits. */
const mostWorth = 200_000;

/** All tools in the memory, with the index of their words. */
export class Shelf {
  readonly categories = new Categories();
  readonly columns = new Columns();
  readonly #words = new WordIndex();
  readonly #tools: (Shelved | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of tools that are gone, to be given anew. */
  readonly #free: number[] = [];
  /** Those that were made, or that somebody has asked for: from then on each is kept. */
  readonly #orders = new Map<FieldOrder, InOrder>();
  #version = 0;
  /** Of how many pieces there are, and of whether there are any. */
  #pieces = 0;
  #inStock = 0;

  get size(): number {
    return this.#numbers.size;
  }

  /** Another one whenever the order says something else, or another tool is found. */
  versionOf(order: Order, filter: Filter): number {
    if (order === 'Available' || order === 'sold') return this.changes;
    return isOfStock(filter) ? this.offers : this.#version;
  }

  /** Another one whenever a tool is found, priced, rated or in stock otherwise: not with each piece of it that is ordered. */
  get offers(): number {
    return this.#version + this.#inStock;
  }

  /** Another one whenever any tool is another one. */
  get changes(): number {
    return this.#version + this.#pieces;
  }

  at(number: number): Shelved | undefined {
    return this.#tools[number];
  }

  /** The tool of this id, and the number that it has here. */
  numbered(id: string): { readonly number: number; readonly tool: Shelved } | undefined {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : { number, tool: this.#tool(number) };
  }

  /** One more than the greatest number of a tool. */
  get places(): number {
    return this.#tools.length;
  }

  /** Adds what it is worth to each tool of which the name has the word, as a whole. @param to by the tools' numbers */
  addNamed(word: string, worth: number, to: Uint8Array): void {
    this.#words.addNamed(word, worth, to);
  }

  /** The numbers of all tools, by name and then by id. */
  get byName(): readonly number[] {
    return this.#inOrder('name');
  }

  /** The numbers of all tools that have these words, or of all; in no order. */
  having(words: Iterable<string> | undefined): Iterable<number> {
    return words ? this.#words.find(words).numbers : this.byName;
  }

  /** The filter's conditions, by the numbers of tools. */
  conditionsOf(filter: Filter): ReturnType<typeof conditionsOf> {
    return conditionsOf(filter, this.columns, this.categories.numberOf);
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

  /** Makes every order that can be asked for, piece by piece; nothing may be put on the shelf meanwhile. */
  *putInOrder(): Generator<void, void, void> {
    for (const order of productOrders) {
      this.#orders.set(order, yield* InOrder.inPieces(order, this.#numbers.values(), this.#tool));
    }
  }

  /** What is sought, ascending in the order. */
  find({ words, filter }: Sought, order: Order): Finds {
    const isSought = allOf(this.conditionsOf(filter));
    const by = order === 'worth' ? 'name' : order;
    if (!words) return { numbers: this.#inOrder(by).filter(isSought).slice(), worth: undefined, by };
    const found = this.#words.find(words);
    // Where much is found, all are gone through as they stand in their order; sorting would take ten times as long.
    const isMuch = found.numbers.length * 64 > this.size;
    const worthOf = isMuch ? inPlaces(found, this.#tools.length) : inMap(found);
    const sorted = isMuch
      ? this.#inOrder(by).filter((number) => worthOf(number) > 0 && isSought(number))
      : [...found.numbers].filter(isSought).sort(this.#comparing(by));
    if (order !== 'worth') return { numbers: sorted.slice(), worth: undefined, by };
    const numbers = worthiestFirst(sorted, worthOf);
    return { numbers, worth: numbers.map(worthOf), by };
  }

  /** Where the tool stands that is at this place of finds: as in the list of all tools, by `sort` and then by id, as bytes. */
  placeOf({ numbers, worth, by }: Finds, at: number): Place | undefined {
    const number = numbers[at];
    if (number === undefined) return undefined;
    const tool = this.#tool(number);
    const sort = by === 'name' ? tool.name : sortableNumber(tool[by]);
    return { sort: worth ? `${mostWorth - (worth[at] ?? 0)}${sort}` : sort, id: tool.id };
  }

  readonly #tool = (number: number): Shelved => {
    const tool = this.#tools[number];
    if (!tool) throw new RangeError(`There is no tool ${number}.`);
    return tool;
  };

  #inOrder(order: FieldOrder): readonly number[] {
    const known = this.#orders.get(order) ?? InOrder.atOnce(order, this.#numbers.values(), this.#tool);
    this.#orders.set(order, known);
    return known.numbers;
  }

  #comparing(order: FieldOrder): (a: number, b: number) => number {
    const compare = compareBy(order);
    return (a, b) => compare(this.#tool(a), this.#tool(b));
  }

  #replace(id: string, text: string, before: Shelved | undefined): void {
    const tool: Tool = JSON.parse(text);
    const after = shelvedOf(tool, text);
    const [old, searched] = [before && searchedIn(before.text), searchedOf(tool)];
    const known = this.#numbers.get(id);
    if (!before || known === undefined) {
      this.#add(id, searched, after);
      return;
    }
    const isFoundOtherwise = old?.name !== searched.name || old.description !== searched.description;
    if (isFoundOtherwise) this.#words.change(known, old, searched);
    const moving = [...this.#orders.values()].filter((order) => order.moves(before, after));
    for (const order of moving) order.remove(before);
    this.#tools[known] = after;
    for (const order of moving) order.add(known, after);
    this.#uncount(before);
    this.#count(known, after);
    if (isFoundOtherwise || !isStockAlone(before, after)) this.#version += 1;
    else {
      this.#pieces += 1;
      if (before.isInStock !== after.isInStock) this.#inStock += 1;
    }
  }

  #add(id: string, searched: Searched, tool: Shelved): void {
    const number = this.#free.pop() ?? this.#tools.length;
    this.#numbers.set(id, number);
    this.#tools[number] = tool;
    this.#words.add(number, searched);
    for (const order of this.#orders.values()) order.add(number, tool);
    this.#count(number, tool);
    this.#version += 1;
  }

  #take(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    const tool = this.#tool(number);
    this.#words.remove(number, searchedIn(tool.text));
    for (const order of this.#orders.values()) order.remove(tool);
    this.#uncount(tool);
    this.#numbers.delete(id);
    this.#tools[number] = undefined;
    this.#free.push(number);
    this.#version += 1;
  }

  #count(number: number, tool: Shelved): void {
    const { categoryName, isRetired } = tool;
    const category = categoryName === undefined ? undefined : this.categories.add(categoryName, !isRetired);
    this.columns.set(number, tool, category);
  }

  #uncount({ categoryName, isRetired }: Shelved): void {
    if (categoryName !== undefined) this.categories.remove(categoryName, !isRetired);
  }
}

function isStockAlone(before: Shelved, after: Shelved): boolean {
  return (['PerPrice', 'Ratings', 'category', 'categoryName', 'isRetired'] as const).every(
    (field) => before[field] === after[field],
  );
}

function searchedIn(text: string): Searched {
  return searchedOf(JSON.parse(text));
}

function searchedOf({ name, Description }: Tool): Searched {
  return { name, description: Description };
}
