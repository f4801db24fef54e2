import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { inSlices } from '../concurrency/time-slice.ts';
import { Invalid } from '../errors.ts';
import { inDigits } from '../values/in-words.ts';
import { emptyFile, NoRows, RowTooLong, rowsIn } from '../wire/cut-table.ts';

/** Without it, spreadsheets take UTF-8 for what was usual before it. */
const byteOrderMark = '\ufeff';

/** What a formula begins with, for one spreadsheet or another. */
const signs = new Set('=+-@\t\r\uff1d\uff0b\uff0d\uff20');
/** What a spreadsheet may pass over before it. */
const passedOver = /['"\s]/;
/**
 * A cell may begin after these, within one of ours: where a spreadsheet's list separator is the semicolon or the tab, a cell does not begin with
 * our quotation mark, which then keeps nothing together.
 */
const boundaries = new Set(';\t\r\n');

/**
 * Where a cell has what a spreadsheet would take for a formula, and carry out for whoever opens the file (CWE-1236), or what was made
 * harmless. From its end, since what leads to a formula is told by what comes behind it: each letter is looked at once, however long it is.
 */
function formulasIn(cell: string): number[] {
  const places: number[] = [];
  let isFormula = false;
  for (let at = cell.length - 1; at >= 0; at--) {
    const letter = cell[at] ?? '';
    isFormula = signs.has(letter) || (isFormula && passedOver.test(letter));
    if (isFormula && (at === 0 || boundaries.has(cell[at - 1] ?? ''))) places.push(at);
  }
  return places.reverse();
}

/** A cell that no spreadsheet carries out. `asWritten` makes of it what it was, to the letter. */
const harmless = (cell: string) => cutAt(cell, formulasIn(cell)).join("'");
const asWritten = (cell: string) => {
  if (!cell.includes("'")) return cell;
  const madeHarmless = formulasIn(cell).filter((at) => cell[at] === "'");
  return cutAt(cell, madeHarmless, 1).join('');
};

/** The pieces of a text between some places, at each of which so many letters are left out. */
function cutAt(text: string, places: readonly number[], leftOut = 0): string[] {
  const begins = [0, ...places.map((at) => at + leftOut)];
  return begins.map((begin, piece) => text.slice(begin, places[piece]));
}

type Row = readonly (string | number)[];

/** Lines of CSV (RFC 4180), each with its end. Numbers are as they are in JSON. */
export function csvLines(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? `${cell}` : harmless(cell))));
  // Any line break, not the record's own alone: without the quotes a spreadsheet begins a row there.
  return stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

/** How many characters of cells are written in one go, or one row that has more: a millisecond or so. */
const charactersAtOnce = 20_000;

/**
 * A table as CSV, some rows at a time, as it is asked for. Whoever else wants something meanwhile has their turn in between: a page of rows may be
 * as many megabytes as are said in it.
 */
export async function* csvTable(
  columns: readonly string[],
  pages: AsyncIterable<Iterable<Row>>,
): AsyncGenerator<string> {
  const sliceIsOver = inSlices();
  yield byteOrderMark + csvLines([columns]);
  for await (const page of pages) {
    let [rows, characters]: [Row[], number] = [[], 0];
    for (const row of page) {
      rows.push(row);
      for (const cell of row) characters += typeof cell === 'string' ? cell.length : 1;
      if (characters < charactersAtOnce) continue;
      yield csvLines(rows);
      [rows, characters] = [[], 0];
      await sliceIsOver();
    }
    if (rows.length > 0) yield csvLines(rows);
  }
}

/** A row of a table by its columns, as far as it has cells, and the line of the file on which it begins. */
export type CsvRow = { readonly line: number; readonly cells: ReadonlyMap<string, string> };

/** A file that is no table, and where it stops being one. */
class NoTable extends Invalid {
  override name = 'NoTable';
}

type HowToRead = {
  readonly most: number;
  readonly longest?: number;
  readonly firstLine?: number | undefined;
  readonly known?: readonly string[];
};

/**
 * Reads a table whose first line names its columns. It may be written as spreadsheets write it: with a semicolon or a tab in
 * the place of the comma, where those are used. Whoever else wants something meanwhile has their turn in between.
 * @param options.longest how many characters a row may have, its quotes and separators included; as many as it has where it is left out
 * @param options.firstLine on which line of a longer file the rows begin, where this is a part of one: so lines are numbered
 * @param options.known the columns that there may be; any where it is left out
 * @throws NoTable for what is no CSV, for a column without a name, named twice or not known, for a row that is too long, and for more
 * rows than `most`
 */
export async function readCsv(
  text: string,
  { most, longest, firstLine = 2, known }: HowToRead,
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  if (longest !== undefined) await mustHaveShortRows(text, { longest, firstLine });
  let columns: string[] | undefined;
  const rows: CsvRow[] = [];
  for await (const { record, line } of recordsIn(text, firstLine)) {
    if (columns === undefined) {
      columns = columnsIn(record, known);
      continue;
    }
    if (rows.length === most) throw new NoTable(`At most ${most.toLocaleString('en-US')} rows can be read at once.`);
    if (record.length > columns.length) throw new NoTable(`Line ${line} has more cells than there are columns.`);
    rows.push({ line, cells: cellsIn(record, columns) });
  }
  if (columns === undefined) throw new NoTable(emptyFile);
  return { columns, rows };
}

/**
 * Each row is one piece of work, whatever is done with it. Without this, a file that is one row would hold the event loop for as long as
 * all of it takes. It is looked for before anything is parsed: of the cells of a long row the parser makes an error with a copy.
 */
async function mustHaveShortRows(text: string, { longest, firstLine }: { longest: number; firstLine: number }) {
  const sliceIsOver = inSlices();
  try {
    for (const _ of rowsIn(text, longest)) await sliceIsOver();
  } catch (reason) {
    if (reason instanceof NoRows) return; // Whoever reads it says on which line a quote is not closed.
    if (!(reason instanceof RowTooLong)) throw reason;
    const line = lineInFile(reason.line, firstLine);
    throw new NoTable(
      `The row on line ${line} has more than ${inDigits(longest)} characters. Perhaps a quote in it is not closed.`,
    );
  }
}

/** Of more names than are known one is wrong already, and those behind are not looked at: there may be a million. */
function columnsIn(record: readonly string[], known: readonly string[] | undefined): string[] {
  const names = known ? record.slice(0, known.length + 1) : record;
  const columns = names.map((name) => asWritten(name).trim());
  const seen = new Set<string>();
  const again = columns.find((name) => seen.size === seen.add(name).size);
  if (columns.includes('')) throw new NoTable('One of the columns has no name.');
  if (again !== undefined) throw new NoTable(`The column ${again} is there twice.`);
  const unknown = known && columns.find((name) => !known.includes(name));
  if (known && unknown !== undefined) {
    throw new NoTable(`There is no column “${unknown.slice(0, 80)}”. The columns are ${known.join(', ')}.`);
  }
  return columns;
}

/** Of its own cells alone: with one for each column, short rows under a long first line would fill the memory. */
const cellsIn = (record: readonly string[], columns: readonly string[]) =>
  new Map(record.map((cell, place) => [columns[place] ?? '', asWritten(cell)]));

/**
 * How much is parsed in one go: a few milliseconds of the event loop, whatever is in it. Of each row with fewer cells than the first line the
 * parser makes an error, with a stack, and in as many bytes there are half as many rows: 16 kB of them took 150 ms.
 */
const bytesAtOnce = 1_024;

/** Names of columns have no line breaks: in a part of a file its rows follow on the second line. */
const lineInFile = (line: number, firstRow: number) => (line === 1 ? 1 : line - 2 + firstRow);

async function* recordsIn(text: string, firstRow: number): AsyncGenerator<{ record: string[]; line: number }> {
  const inFile = (line: number) => lineInFile(line, firstRow);
  const sliceIsOver = inSlices();
  const written = rowsIn(text);
  const options = { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true };
  try {
    for await (const record of Readable.from(inPieces(text)).pipe(parse(options)) as AsyncIterable<string[]>) {
      let row = written.next().value;
      while (row?.isEmpty) {
        await sliceIsOver();
        row = written.next().value;
      }
      yield { record, line: inFile(row?.line ?? 1) };
    }
  } catch (cause) {
    const { message = '' } = cause as Error;
    const at = /line (\d+)/.exec(message)?.[1];
    throw new NoTable(
      `This is no CSV file: ${at ? `line ${inFile(Number(at))} has a quote that is not closed or opened` : 'it cannot be read'}.`,
    );
  }
}

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const sliceIsOver = inSlices();
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    yield bytes.subarray(from, from + bytesAtOnce);
    await sliceIsOver();
  }
}

/** The one that is there most often where the columns are named, as far as a line of names goes. */
function delimiterOf(text: string): string {
  const [firstLine = ''] = text.slice(0, 10_000).split(/[\r\n]/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}
