import { Map as PersistentMap } from 'immutable';

/** Of how many entries a leaf is made at most, and by how many bits of its key an entry is sought at each level. */
const leafMost = 32;
const bits = 4;
const levels = 8;

/** In a leaf an entry is 16 characters of a byte each for its key, and 4 for its number. */
const keyLength = 16;
const entryLength = keyLength + 4;
const largest = 2 ** 32 - 1;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

type Branch = string | readonly (Branch | undefined)[];

/** A map as it is kept. */
export type SavedMap = { readonly packed: string; readonly others: readonly (readonly [string, number])[] };

/**
 * A persistent map from ids to whole numbers: what `set` and `delete` give shares all but a few hundred bytes with the map
 * before. Entries of UUIDs are packed into texts, as the leaves of a trie: 25 bytes each, where a usual map takes 150 to 200.
 * Whatever else is a key, or a number, is kept as usual.
 */
export class CompactMap implements Iterable<[string, number]> {
  static readonly empty = new CompactMap(undefined, 0, PersistentMap());

  readonly #root: Branch | undefined;
  readonly #packed: number;
  readonly #others: PersistentMap<string, number>;

  private constructor(root: Branch | undefined, packed: number, others: PersistentMap<string, number>) {
    this.#root = root;
    this.#packed = packed;
    this.#others = others;
  }

  static of(entries: Iterable<readonly [string, number]>): CompactMap {
    let map = CompactMap.empty;
    for (const [id, number] of entries) map = map.set(id, number);
    return map;
  }

  /** What `saved` gave. */
  static read({ packed, others }: SavedMap): CompactMap {
    const leaf = Buffer.from(packed, 'base64').toString('latin1');
    let root: Branch | undefined;
    for (let at = 0; at < leaf.length; at += entryLength) root = put(root, copied(leaf.slice(at, at + entryLength)), 0);
    return new CompactMap(root, leaf.length / entryLength, PersistentMap(others));
  }

  /** All of it as JSON can hold it, in a few milliseconds for a hundred thousand entries. */
  saved(): SavedMap {
    const leaves: string[] = [];
    gather(this.#root, leaves);
    return { packed: Buffer.from(leaves.join(''), 'latin1').toString('base64'), others: [...this.#others] };
  }

  get size(): number {
    return this.#packed + this.#others.size;
  }

  /** How many bytes its entries take, roughly. */
  get bytes(): number {
    return 28 * this.#packed + 200 * this.#others.size;
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  get(id: string): number | undefined {
    const key = keyOf(id);
    const packed = key === undefined ? undefined : found(this.#root, key);
    return packed ?? this.#others.get(id);
  }

  set(id: string, number: number): CompactMap {
    const key = keyOf(id);
    const isPacked = key !== undefined && Number.isInteger(number) && number >= 0 && number <= largest;
    const before = this.delete(id);
    if (!isPacked) return new CompactMap(before.#root, before.#packed, before.#others.set(id, number));
    return new CompactMap(put(before.#root, key + charactersOf(number), 0), before.#packed + 1, before.#others);
  }

  delete(id: string): CompactMap {
    const key = keyOf(id);
    if (key !== undefined && found(this.#root, key) !== undefined) {
      return new CompactMap(without(this.#root, key, 0), this.#packed - 1, this.#others);
    }
    if (!this.#others.has(id)) return this;
    return new CompactMap(this.#root, this.#packed, this.#others.delete(id));
  }

  *[Symbol.iterator](): Generator<[string, number], void, undefined> {
    yield* entriesOf(this.#root);
    yield* this.#others;
  }

  *values(): Generator<number, void, undefined> {
    for (const [, number] of this) yield number;
  }
}

/** The key of the id that was asked for last: whoever looks whether one is there mostly sets it next. */
let latest: { readonly id: string; readonly key: string | undefined } = { id: '', key: undefined };

/** The 16 bytes of a UUID as it is usually written; undefined for any other text. */
function keyOf(id: string): string | undefined {
  if (id === latest.id) return latest.key;
  const key = id.length === 36 && uuid.test(id) ? bytesOf(id) : undefined;
  latest = { id, key };
  return key;
}

/** Where in a UUID each of its bytes stands, and what a digit is worth by its code. */
const bytesAt = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);
const digits = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
/** One for all: made anew for each id, as a buffer's own way with hex would, it takes twice as long. */
const scratch = Buffer.alloc(keyLength);

/** By a counter: an iterator of entries would make a pair and its wrapping for each byte, a kilobyte an id. */
function bytesOf(id: string): string {
  for (let nth = 0; nth < keyLength; nth++) {
    const at = bytesAt[nth] as number;
    scratch[nth] = (digitAt(id, at) << 4) | digitAt(id, at + 1);
  }
  return scratch.toString('latin1');
}

function digitAt(id: string, at: number): number {
  return digits[id.charCodeAt(at)] ?? 0;
}

function idOf(leaf: string, at: number): string {
  const hex = Buffer.from(leaf.slice(at, at + keyLength), 'latin1').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function charactersOf(number: number): string {
  return String.fromCharCode(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff);
}

function numberAt(leaf: string, at: number): number {
  const high = leaf.charCodeAt(at) * 2 ** 24;
  return high + ((leaf.charCodeAt(at + 1) << 16) | (leaf.charCodeAt(at + 2) << 8) | leaf.charCodeAt(at + 3));
}

/** Which way an entry goes at a level: two levels look at each byte. */
function wayOf(entry: string, at: number, level: number): number {
  const byte = entry.charCodeAt(at + (level >>> 1));
  return level % 2 === 0 ? byte >>> bits : byte & 0xf;
}

/** Where in a leaf a key stands; -1 when it does not. */
function placeOf(leaf: string, key: string): number {
  let at = leaf.indexOf(key);
  while (at !== -1 && at % entryLength !== 0) at = leaf.indexOf(key, at + 1);
  return at;
}

function found(root: Branch | undefined, key: string): number | undefined {
  let branch = root;
  for (let level = 0; typeof branch === 'object'; level++) branch = branch[wayOf(key, 0, level)];
  if (branch === undefined) return undefined;
  const at = placeOf(branch, key);
  return at === -1 ? undefined : numberAt(branch, at + keyLength);
}

/** A text of its own: a part of another would keep all of that in the memory. */
const copied = (part: string): string => Buffer.from(part, 'latin1').toString('latin1');

/** With an entry whose key is not there yet. */
function put(branch: Branch | undefined, entry: string, level: number): Branch {
  if (branch === undefined) return entry;
  if (typeof branch === 'string') {
    if (branch.length < leafMost * entryLength || level === levels) return branch + entry;
    let split: Branch = Array.from({ length: 2 ** bits }, () => undefined);
    for (let at = 0; at < branch.length; at += entryLength) {
      split = put(split, copied(branch.slice(at, at + entryLength)), level);
    }
    return put(split, entry, level);
  }
  const way = wayOf(entry, 0, level);
  return branch.with(way, put(branch[way], entry, level + 1));
}

/** Without an entry that is there. */
function without(branch: Branch | undefined, key: string, level: number): Branch | undefined {
  if (branch === undefined) return undefined;
  if (typeof branch === 'string') {
    const at = placeOf(branch, key);
    return branch.length === entryLength ? undefined : copied(branch.slice(0, at) + branch.slice(at + entryLength));
  }
  const way = wayOf(key, 0, level);
  const changed = branch.with(way, without(branch[way], key, level + 1));
  return changed.every((each) => each === undefined) ? undefined : changed;
}

function gather(branch: Branch | undefined, leaves: string[]): void {
  if (typeof branch === 'string') leaves.push(branch);
  else if (branch) for (const each of branch) gather(each, leaves);
}

function* entriesOf(branch: Branch | undefined): Generator<[string, number], void, undefined> {
  if (branch === undefined) return;
  if (typeof branch === 'string') {
    for (let at = 0; at < branch.length; at += entryLength) {
      yield [idOf(branch, at), numberAt(branch, at + keyLength)];
    }
  } else for (const each of branch) yield* entriesOf(each);
}
