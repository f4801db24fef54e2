import type { z } from 'zod';
import type { CsvRow } from '../../kernel/encoding/csv.ts';
import { inDigits } from '../../kernel/values/in-words.ts';
import { mostPieces, tooManyPieces, wholeNumberWanted } from '../../kernel/wire/most-pieces.ts';
import { asSaid, saidSchema } from '../contract.ts';
import type { StockedTool } from '../read-models/tools.ts';
import { cellOf, type Said, type SaidColumn, saidColumns, saidIn, stockedOf } from './columns.ts';
import type { CellError, RowPlan } from './contract.ts';

/** What a row comes to: what is shown of it, and what is to be done where nothing is wrong with it. */
export type PlannedRow = RowPlan & {
  /** That the tool is not the one any more that the row was written of: as it is where the row was carried out before. */
  readonly isOutdated?: true;
  readonly toDo?: {
    readonly said: Said;
    /** Undefined for a tool that is new. */
    readonly version: number | undefined;
    /** Of a tool that is new: the one that it gets. */
    readonly newId?: string;
    /** Of a new tool: how many there are. */
    readonly available: number;
    readonly stock: { readonly change: number; readonly stocked: number } | undefined;
  };
};

/** What a tool has that is new and of which a column says nothing. */
const usual = { MinimumOrder: 1, TotalPrice: 0, Ratings: 0, BuyGear: 0 };

/**
 * What a row of a file would change, given the tool that it is about as it is now: pure. Cells that the file has not got say
 * nothing, and what they would be about stays.
 */
export function plannedRow(row: CsvRow, now: StockedTool | undefined, check: (said: Said) => CellError[]): PlannedRow {
  const tool = now && asSaid(now);
  const id = row.cells.get('_id')?.trim() ?? '';
  const wrong = (errors: CellError[]): PlannedRow => ({ ...shown, outcome: 'wrong', changes: [], errors });
  const leftOut = leftOutOf(row, now);
  const shown = {
    line: row.line,
    ...(id !== '' && { toolId: id }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(now && isOutdated(row, now) && { isOutdated: true as const }),
    name: row.cells.get('name')?.trim() || tool?.name || '',
  };
  if (id !== '' && !tool) return wrong([{ column: '_id', message: 'There is no tool of this id.' }]);

  const written = saidColumns.flatMap((column): [SaidColumn, unknown][] => {
    const cell = row.cells.get(column);
    const isAsItWas = cell !== undefined && tool && cell === cellOf(tool, column);
    return cell === undefined || isAsItWas || (!tool && cell === '' && column in usual)
      ? []
      : [[column, saidIn(column, cell)]];
  });
  const parsed = saidSchema.safeParse({ ...usual, ...tool, ...Object.fromEntries(written) });
  const stock = stockOf(row, tool);
  const errors = [...(parsed.success ? check(parsed.data) : cellErrors(parsed.error)), ...stock.errors];
  if (!parsed.success) return wrong(tool ? [...errors, ...versionErrors(row, tool)] : errors);

  const changes = saidColumns
    .map((column) => ({ column, before: tool ? cellOf(tool, column) : '', after: cellOf(parsed.data, column) }))
    .filter(({ before, after }) => before !== after);
  if (tool && changes.length > 0) errors.push(...versionErrors(row, tool));
  if (errors.length > 0) return wrong(errors);
  if (stock.change !== 0)
    changes.push({
      column: 'Available' as SaidColumn,
      before: `${tool?.Available ?? ''}`,
      after: `${(tool?.Available ?? 0) + stock.change}`,
    });
  if (tool && changes.length === 0) return { ...shown, outcome: 'same', changes, errors };
  return {
    ...shown,
    outcome: tool ? 'change' : 'add',
    changes,
    errors,
    toDo: {
      said: parsed.data,
      version: tool?.version,
      available: tool ? 0 : stock.change,
      stock: tool && stock.change !== 0 ? { change: stock.change, stocked: stockedOf(tool) } : undefined,
    },
  };
}

/** Columns of an export that only tell, where the row says in them what is not so. A new tool has none of what they tell. */
function leftOutOf(row: CsvRow, now: StockedTool | undefined): string[] {
  const said = (column: string) => row.cells.get(column)?.trim().toLowerCase() ?? '';
  if (now) return ['', now.retired ? 'yes' : 'no'].includes(said('retired')) ? [] : ['retired'];
  return ['held', 'sold', 'stocked', 'retired', 'version'].filter((column) => !['', '0', 'no'].includes(said(column)));
}

/** Whoever carries out a row gives its tool another version, or another number of pieces. */
function isOutdated(row: CsvRow, tool: StockedTool): boolean {
  const isOther = (column: string, now: number) => !['', `${now}`].includes(row.cells.get(column)?.trim() ?? '');
  return isOther('version', tool.version) || isOther('stocked', stockedOf(tool));
}

function versionErrors(row: CsvRow, tool: StockedTool): CellError[] {
  const version = row.cells.get('version')?.trim() ?? '';
  if (version === '')
    return [{ column: 'version', message: 'Keep the column version of the export: it says what you have changed.' }];
  if (version === `${tool.version}`) return [];
  return [
    { column: 'version', message: 'Somebody changed this tool since the export. Export it again, and change it then.' },
  ];
}

const whole = /^\d{1,15}$/;

/** By how many pieces the shelf is to change: of a new tool, from none. */
function stockOf(row: CsvRow, tool: StockedTool | undefined): { change: number; errors: CellError[] } {
  const cell = row.cells.get('Available')?.trim() ?? '';
  const wrong = (message: string) => ({ change: 0, errors: [{ column: 'Available', message }] });
  if (cell === '') return { change: 0, errors: [] };
  if (!whole.test(cell)) return wrong(wholeNumberWanted);
  if (!tool) return Number(cell) > mostPieces ? wrong(tooManyPieces) : { change: Number(cell), errors: [] };
  const [held, sold, stocked] = ['held', 'sold', 'stocked'].map((column) => row.cells.get(column)?.trim() ?? '');
  if (![held, sold, stocked].every((said) => said !== undefined && /^-?\d{1,15}$/.test(said))) {
    const isSaid = Number(cell) === tool.Available;
    return isSaid
      ? { change: 0, errors: [] }
      : wrong('Keep the columns held, sold and stocked of the export: they say what you have changed it from.');
  }
  const change = Number(cell) + Number(held) + Number(sold) - Number(stocked);
  if (change === 0) return { change, errors: [] };
  if (Number(stocked) !== stockedOf(tool))
    return wrong('Somebody adjusted the stock since the export. Export it again, and change it then.');
  const after = tool.Available + change;
  if (after < 0) return wrong(`Only ${inDigits(tool.Available)} are free now.`);
  if (change > 0 && after > mostPieces) return wrong(tooManyPieces);
  return { change, errors: [] };
}

function cellErrors({ issues }: z.ZodError): CellError[] {
  return issues.map(({ path: [column = '', place], message }) => ({
    column: String(column),
    message: typeof place === 'number' ? `${message} (line ${place + 1} of the cell)` : message,
  }));
}
