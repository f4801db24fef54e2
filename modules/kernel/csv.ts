import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { emptyFile, writtenRows } from './cut-table.ts';
import { Invalid } from './errors.ts';

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
  const madeHarmless = formulasIn(cell).filter((at) => cell[at] === "'");
  return cutAt(cell, madeHarmless, 1).join('');
};

/** The pieces of a text between some places, at each of which so many letters are left out. */
function cutAt(text: string, places: readonly number[], leftOut = 0): string[] {
  const begins = [0, ...places.map((at) => at + leftOut)];
  return begins.map((begin, piece) => text.slice(begin, places[piece]));
}

/** Lines of CSV (RFC 4180), each with its end. Numbers are as they are in JSON. */
export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? `${cell}` : harmless(cell))));
  // Any line break, not the record's own alone: without the quotes a spreadsheet begins a row there.
  return stringify(cells, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

/** A table as CSV, a page at a time, as it is asked for. */
export async function* csvTable(
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly (string | number)[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns]);
  for await (const page of pages) if (page.length > 0) yield csvLines(page);
}

/** A row of a table by its columns, and the line of the file on which it begins. */
export type CsvRow = { readonly line: number; readonly cells: ReadonlyMap<string, string> };

/** A file that is no table, and where it stops being one. */
class NoTable extends Invalid {
  override name = 'NoTable';
}

/**
 * Reads a table whose first line names its columns. It may be written as spreadsheets write it: with a semicolon or a tab in
 * the place of the comma, where those are used.
 * @param options.firstLine on which line of a longer file the rows begin, where this is a part of one: so lines are numbered
 * @throws NoTable for what is no CSV, for a column without a name or named twice, and for more rows than `most`
 */
export function readCsv(
  text: string,
  { most, firstLine }: { readonly most: number; readonly firstLine?: number | undefined },
): { columns: string[]; rows: CsvRow[] } {
  const [head, ...body] = recordsIn(text, most, firstLine ?? 2);
  if (!head) throw new NoTable(emptyFile);
  const columns = head.record.map((name) => asWritten(name).trim());
  const again = columns.find((name, place) => columns.indexOf(name) !== place);
  if (columns.includes('')) throw new NoTable('One of the columns has no name.');
  if (again !== undefined) throw new NoTable(`The column ${again} is there twice.`);
  if (body.length > most) throw new NoTable(`At most ${most.toLocaleString('en-US')} rows can be read at once.`);
  const rows = body.map(({ record, line }) => {
    if (record.length > columns.length) throw new NoTable(`Line ${line} has more cells than there are columns.`);
    return { line, cells: new Map(columns.map((name, place) => [name, asWritten(record[place] ?? '')])) };
  });
  return { columns, rows };
}

type Record = { readonly record: readonly string[]; readonly line: number };

function recordsIn(text: string, most: number, firstRow: number): Record[] {
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  const delimiter = [',', ';', '\t'].toSorted((one, other) => count(firstLine, other) - count(firstLine, one))[0];
  // Names of columns have no line breaks: in a part of a file its rows follow on the second line.
  const inFile = (line: number) => (line === 1 ? 1 : line - 2 + firstRow);
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiter ?? ',',
      relax_column_count: true,
      skip_empty_lines: true,
      to: most + 2,
    }) as unknown as string[][];
    const written = writtenRows(text).filter(({ isEmpty }) => !isEmpty);
    return records.map((record, place) => ({ record, line: inFile(written[place]?.line ?? place + 1) }));
  } catch (cause) {
    const { message = '' } = cause as Error;
    const at = /line (\d+)/.exec(message)?.[1];
    throw new NoTable(
      `This is no CSV file: ${at ? `line ${inFile(Number(at))} has a quote that is not closed or opened` : 'it cannot be read'}.`,
    );
  }
}

const count = (line: string, delimiter: string) => line.split(delimiter).length;
