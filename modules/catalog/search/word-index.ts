import SearchableMap from 'minisearch/SearchableMap';
import { type Tallied, Tally } from './tally.ts';
import { findableIn, isUnspaced } from './words.ts';

/** What is searched of a document. */
export type Searched = { readonly name: string; readonly description: string };

/**
 * What a document is worth to whoever looks for a word, by how it has it, in its name and in its description. It depends on
 * nothing but the two, neither on other documents nor on the order in which they came: so every node ranks alike, and a
 * cursor keeps its place while documents come and go. (BM25, as search libraries rank, weighs a word by how rare it is.)
 */
const worth = {
  whole: { name: 100, description: 12 },
  beginning: { name: 60, description: 8 },
  inside: { name: 40, description: 5 },
  misspelt: { name: 20, description: 3 },
} as const;
type Kind = keyof typeof worth;

/** From how many letters on a word is looked for inside others: fewer where each is a syllable. */
const leastInside = (word: string) => (hangul.test(word) ? 2 : 3);
const hangul = /^\p{Script=Hangul}/u;
/** From how many letters on two may be swapped, and how many wrong letters a word may have, by its length. */
const leastSwapped = 3;
const typosIn = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);
/** As many words may be gone as there are, and so many in any case, before the text of all words is made anew. */
const mostGone = 1_024;
/** In so many words of a search wrong letters are borne: each costs as much as all the rest. */
const mostMisspelt = 8;

/**
 * The words that it may be where two neighbouring letters were typed the wrong way round: a slip that the tree counts as two,
 * and finds by itself where so many are borne.
 */
function swapped(word: string): string[] {
  if (word.length < leastSwapped || typosIn(word) > 1) return [];
  return Array.from({ length: word.length - 1 }, (_, at) => {
    return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  });
}

/** Which documents have a word, in no order: their numbers doubled, and one more where it is in the name. */
type Posting = number[];

/** By word, what stands in its posting for this document. */
function entriesOf(number: number, searched: Searched | undefined): Map<string, number> {
  const entries = new Map<string, number>();
  if (!searched) return entries;
  for (const word of findableIn(searched.description)) entries.set(word, number * 2);
  for (const word of findableIn(searched.name)) entries.set(word, number * 2 + 1);
  return entries;
}

/**
 * An inverted index: which documents have which words. The words are a radix tree (MiniSearch's SearchableMap), which finds
 * them by how they begin and by how they were misspelt; and one long text, in which they are found by what is inside them. Neither has
 * those of scripts without blanks, of which nothing is looked for but the whole: the tree goes through all that may come next, one by one, which
 * are thousands of characters there, and took milliseconds for each tool.
 */
export class WordIndex {
  readonly #postings = new Map<string, Posting>();
  readonly #tree = new SearchableMap<Posting>();
  readonly #tally = new Tally();
  /** All words of the tree, each with a line break before and after it, and some that are gone: to make it anew takes tens of milliseconds. */
  #allWords = '\n';
  /** How many words there are, and how many more are in the text. */
  #count = 0;
  #gone = 0;

  /** @param number a small one, of no other document */
  add(number: number, searched: Searched): void {
    this.change(number, undefined, searched);
  }

  /** @param searched the same as when it was added */
  remove(number: number, searched: Searched): void {
    this.change(number, searched, undefined);
  }

  /**
   * Takes one text of a document for another: only words are touched that it has otherwise now, since one that is frequent is in
   * thousands. New ones come first, so that a word that moves into the name is not forgotten meanwhile.
   * @param before the same as when it was added
   */
  change(number: number, before: Searched | undefined, after: Searched | undefined): void {
    this.#tally.reserve(number + 1);
    const [old, now] = [entriesOf(number, before), entriesOf(number, after)];
    for (const [word, entry] of now) if (old.get(word) !== entry) this.#postingOf(word).push(entry);
    for (const [word, entry] of old) if (now.get(word) !== entry) this.#takeOut(word, entry);
  }

  /** The documents that have all of these words, in no order, each with what it is worth. */
  find(words: Iterable<string>): Tallied {
    let misspelt = 0;
    for (const word of words) {
      this.#markWritten(word);
      if (!this.#tally.isAny && misspelt++ < mostMisspelt) this.#markMisspelt(word);
      if (!this.#tally.next()) break;
    }
    return this.#tally.end();
  }

  /** The documents of which the name has the word, as a whole. */
  addNamed(word: string, worth: number, to: Uint8Array): void {
    for (const entry of this.#postings.get(word) ?? []) {
      if (entry & 1) to[entry >> 1] = (to[entry >> 1] ?? 0) + worth;
    }
  }

  /** Marks those that have the word, whole or in a longer one. */
  #markWritten(word: string): void {
    this.#mark(this.#postings.get(word), 'whole');
    if (isUnspaced(word)) return;
    if (word.length < leastInside(word)) {
      for (const [longer, posting] of this.#tree.atPrefix(word)) {
        if (longer !== word) this.#mark(posting, 'beginning');
      }
      return;
    }
    const all = this.#allWords;
    for (let at = all.indexOf(word); at !== -1; ) {
      const begin = all.lastIndexOf('\n', at) + 1;
      const end = all.indexOf('\n', at);
      if (end - begin > word.length) {
        this.#mark(this.#postings.get(all.slice(begin, end)), begin === at ? 'beginning' : 'inside');
      }
      at = all.indexOf(word, end);
    }
  }

  #markMisspelt(word: string): void {
    if (isUnspaced(word)) return;
    const typos = typosIn(word);
    const alike: [Posting, number][] = [];
    for (const meant of swapped(word)) {
      const posting = this.#postings.get(meant);
      if (posting) alike.push([posting, 1]);
    }
    if (typos > 0) alike.push(...this.#tree.fuzzyGet(word, typos).values());
    const least = Math.min(...alike.map(([, distance]) => distance));
    for (const [posting, distance] of alike) if (distance === least) this.#mark(posting, 'misspelt');
  }

  #mark(posting: Posting | undefined, kind: Kind): void {
    if (!posting) return;
    const { name, description } = worth[kind];
    for (const entry of posting) this.#tally.mark(entry >> 1, entry & 1 ? name : description);
  }

  #postingOf(word: string): Posting {
    const known = this.#postings.get(word);
    if (known) return known;
    const posting: Posting = [];
    this.#postings.set(word, posting);
    if (isUnspaced(word)) return posting;
    this.#tree.set(word, posting);
    this.#allWords += `${word}\n`;
    this.#count += 1;
    return posting;
  }

  /** A posting has no order: the last one takes the place. */
  #takeOut(word: string, entry: number): void {
    const posting = this.#postingOf(word);
    const at = posting.indexOf(entry);
    const last = posting.pop();
    if (last !== undefined && at < posting.length) posting[at] = last;
    if (posting.length === 0) this.#forget(word);
  }

  #forget(word: string): void {
    this.#postings.delete(word);
    if (isUnspaced(word)) return;
    this.#tree.delete(word);
    this.#count -= 1;
    this.#gone += 1;
    if (this.#gone <= Math.max(this.#count, mostGone)) return;
    this.#allWords = `\n${[...this.#tree.keys()].join('\n')}\n`;
    this.#gone = 0;
  }
}
