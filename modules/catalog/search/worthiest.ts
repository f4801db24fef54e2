import type { Tallied } from './tally.ts';

/** What a tool of this number is worth. */
type Lookup = (number: number) => number;

/** With a place for every tool. */
export function inPlaces({ numbers, worth }: Tallied, size: number): Lookup {
  const all = new Uint32Array(size);
  for (let at = 0; at < numbers.length; at++) all[numbers[at] ?? 0] = worth[at] ?? 0;
  return (number) => all[number] ?? 0;
}

/** The same for what is rare: an array with a place for every tool would cost more than all the rest of the search. */
export function inMap({ numbers, worth }: Tallied): Lookup {
  const all = new Map(Array.from(numbers, (number, at) => [number, worth[at] ?? 0]));
  return (number) => all.get(number) ?? 0;
}

/** Those of one worth stay in the order that they have (a counting sort: worths are small numbers). */
export function worthiestFirst(numbers: readonly number[], worthOf: Lookup): number[] {
  const most = numbers.reduce((highest, number) => Math.max(highest, worthOf(number)), 0);
  /** How many there are of each worth, by how much less that is than the most; then where the next of them goes. */
  const places = new Uint32Array(most + 1);
  const take = (less: number) => {
    const place = places[less] ?? 0;
    places[less] = place + 1;
    return place;
  };
  for (const number of numbers) take(most - worthOf(number));
  let before = 0;
  for (const [less, count] of places.entries()) {
    places[less] = before;
    before += count;
  }
  const sorted = [...numbers];
  for (const number of numbers) sorted[take(most - worthOf(number))] = number;
  return sorted;
}
