/** A row of a file as it is written, with the end of its line; and the line on which it begins. */
type WrittenRow = { readonly line: number; readonly text: string; readonly isEmpty: boolean };

/** Some rows of a table that follow one another, under its first line: a table of its own. */
export type TablePart = {
  /** The line of the file on which its first row begins. */
  readonly firstLine: number;
  readonly rows: number;
  /** Rows that begin on one of those lines are left empty, so that the others stay where they are. */
  readonly text: (without?: ReadonlySet<number>) => string;
  /** Of each row of that text, how many of the parts before are equal, letter for letter. Nothing where none is. */
  readonly equalBefore: (without?: ReadonlySet<number>) => number[];
};

/** What is said of a file with nothing in it. */
export const emptyFile = 'The file is empty: its first line must name the columns.';

/** A table that no part can be cut off. */
export class NoRows extends Error {
  override name = 'NoRows';
}

/** A row of more characters than it may have, and the line on which it begins. */
export class RowTooLong extends Error {
  override name = 'RowTooLong';
  readonly line: number;
  constructor(line: number) {
    super(`The row on line ${line} is too long.`);
    this.line = line;
  }
}

/**
 * Cuts a CSV file into parts of whole rows, so that a file of any length can be read a part at a time. A line break between quotes
 * is no end of a row. A longer row than `most.characters` has a part of its own.
 * @throws NoRows where the file ends within a quoted cell
 */
export function cutTable(text: string, most: { readonly rows: number; readonly characters: number }): TablePart[] {
  const [head, ...body] = rowsIn(text);
  if (!head) return [];
  const groups: WrittenRow[][] = [];
  let length = 0;
  for (const row of body) {
    const last = groups.at(-1);
    const hasRoom = last && last.length < most.rows && length + row.text.length <= most.characters;
    if (hasRoom) last.push(row);
    else groups.push([row]);
    length = (hasRoom ? length : head.text.length) + row.text.length;
  }
  // Whoever has a first line only is told so by whoever reads it.
  if (groups.length === 0) groups.push([]);
  const counts = countsEqual(groups);
  return groups.map((rows) => ({
    firstLine: rows[0]?.line ?? head.line + 1,
    rows: rows.filter(({ isEmpty }) => !isEmpty).length,
    text: (without) =>
      [head, ...rows]
        .map((row) => (without?.has(row.line) ? (row.text.match(/\r\n|\r|\n/g) ?? []).join('') : row.text))
        .join(''),
    equalBefore(without) {
      const left = rows.filter(({ isEmpty, line }) => !isEmpty && !without?.has(line));
      const equal = left.map(({ line }) => counts.get(line) ?? 0);
      return equal.some((count) => count > 0) ? equal : [];
    },
  }));
}

/** By hand: a pattern that is looked for at each of a million line breaks would look at all of them each time. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** By the lines of rows, how many are equal to them in the parts before; without those to which none is. */
function countsEqual(parts: readonly (readonly WrittenRow[])[]): Map<number, number> {
  const seen = new Map<string, number>();
  const counts = new Map<number, number>();
  for (const part of parts) {
    const rows = part.map(({ line, text }) => ({ line, said: withoutEnd(text) }));
    for (const { line, said } of rows) {
      const before = seen.get(said);
      if (before !== undefined) counts.set(line, before);
    }
    for (const { said } of rows) seen.set(said, (seen.get(said) ?? 0) + 1);
  }
  return counts;
}

/**
 * All rows from the one that names the columns on, empty ones too. They end as the first one does, and a quote opens a cell only where
 * one begins: as the reader of CSV has it.
 * @param longest how many characters a row may have
 * @throws RowTooLong as soon as one has more; NoRows where the file ends within a quoted cell
 */
export function* rowsIn(text: string, longest = Number.POSITIVE_INFINITY): Generator<WrittenRow, undefined> {
  let [from, line, isQuoted, isStart, isHead] = [0, 1, false, true, true];
  let end: string | undefined;
  for (let at = 0; at < text.length; at++) {
    if (at - from >= longest) throw new RowTooLong(line);
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else isQuoted = false;
      continue;
    }
    if (sign === '"' && isStart) isQuoted = true;
    isStart = sign === ',' || sign === ';' || sign === '\t' || (at === 0 && sign === '\ufeff');
    if (sign !== '\n' && sign !== '\r') continue;
    end ??= sign === '\r' && text[at + 1] === '\n' ? '\r\n' : sign;
    if (!text.startsWith(end, at)) continue;
    at += end.length - 1;
    yield* rowTo(at + 1);
    isStart = true;
  }
  if (isQuoted) throw new NoRows(`This is no CSV file: the row on line ${line} has a quote that is not closed.`);
  if (from < text.length) yield* rowTo(text.length);

  function* rowTo(to: number): Generator<WrittenRow, undefined> {
    const written = text.slice(from, to);
    const row = { line, text: written, isEmpty: written === '' || written === end };
    line += linesIn(written);
    from = to;
    if (isHead && row.isEmpty) return;
    isHead = false;
    yield row;
  }
}

/** By hand, since a cell may be a million line breaks. */
function linesIn(row: string): number {
  let lines = 0;
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\n' || (row[at] === '\r' && row[at + 1] !== '\n')) lines += 1;
  }
  return lines;
}
