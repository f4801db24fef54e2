import type { Shelf } from './shelf.ts';
import { wordsIn } from './words.ts';

const most = 6;
/** How many words of the name are looked for, and from how many letters on: the longest say most. A syllable or a sign says as much as two letters. */
const words = { most: 8, shortest: (word: string) => (eastAsian.test(word) ? 2 : 3) };
const eastAsian = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
/**
 * What it is worth to be of the same category and, for each of them, to share a word; the price is worth 1 at most; to be on the
 * shelf is worth more than all of that. */
const worth = { category: 3, word: 2, inStock: 100 };

/**
 * Tools that somebody may want who looks at this one: of its category, called alike, and costing about as much. What can be
 * ordered comes before what cannot; itself and what is retired never. Their numbers; undefined where it is not there.
 */
export function relatedTo(shelf: Shelf, id: string): number[] | undefined {
  const found = shelf.numbered(id);
  if (!found) return undefined;
  const { number: own, tool } = found;
  const shared = new Uint8Array(shelf.places);
  for (const word of tellingWords(tool.name)) shelf.addNamed(word, worth.word, shared);
  const { columns } = shelf;
  const best: Rated[] = [];
  let least = Number.NEGATIVE_INFINITY;
  // By name, so that of several that are worth as much the first that come stay.
  for (const number of shelf.byName) {
    if (number === own || columns.isRetired(number)) continue;
    const isOfCategory = tool.category !== undefined && columns.category(number) === columns.category(own);
    const alike = (isOfCategory ? worth.category : 0) + (shared[number] ?? 0);
    const rated =
      alike + nearness(tool.PerPrice, columns.price(number)) + (columns.isInStock(number) ? worth.inStock : 0);
    if (rated <= least) continue;
    keep(best, { number, worth: rated });
    if (best.length === most) least = best.at(-1)?.worth ?? least;
  }
  return best.map(({ number }) => number);
}

type Rated = { readonly number: number; readonly worth: number };

/** Puts it among the best, behind those that are worth as much, if it is one of them. */
function keep(best: Rated[], one: Rated): void {
  const at = best.findIndex(({ worth }) => worth < one.worth);
  best.splice(at === -1 ? best.length : at, 0, one);
  if (best.length > most) best.pop();
}

/** 1 for the same price, and less the more times one is the other. */
function nearness(one: number, other: number): number {
  return one === other ? 1 : Math.min(one, other) / Math.max(one, other);
}

function tellingWords(name: string): string[] {
  const telling = [...wordsIn(name)].filter((word) => [...word].length >= words.shortest(word));
  return telling.sort((a, b) => b.length - a.length).slice(0, words.most);
}
