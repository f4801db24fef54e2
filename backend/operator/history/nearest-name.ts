/** Of what was typed this part may be wrong. */
const mayBeWrong = 1 / 3;

/** Which of these names somebody means who mistyped it; undefined where none is near. Upper and lower case are alike. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance <= typed.length * mayBeWrong && distance < (nearest?.distance ?? Infinity))
      nearest = { name, distance };
  }
  return nearest?.name;
}

/** How many characters have to be put in, taken out or replaced (Levenshtein), a row of the table at a time. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const above = row;
    row = [at];
    for (let index = 1; index <= other.length; index++) {
      const replaced = Number(above[index - 1]) + (one[at - 1] === other[index - 1] ? 0 : 1);
      row.push(Math.min(replaced, Number(above[index]) + 1, Number(row[index - 1]) + 1));
    }
  }
  return Number(row.at(-1));
}
