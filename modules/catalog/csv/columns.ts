import { numberIn } from '../../kernel/values/number-in.ts';
import { type AddToolBody, asSaid, type Specification } from '../contract.ts';
import type { StockedTool } from '../read-models/tools.ts';

/** What is said of a tool, as its calls write it. */
export type Said = Omit<AddToolBody, 'Available'>;

/** The columns that say what a tool is, in their order. */
export const saidColumns = [
  'name',
  'category',
  'Description',
  'img',
  'pictures',
  'specifications',
  'PerPrice',
  'TotalPrice',
  'MinimumOrder',
  'Ratings',
  'BuyGear',
] as const;
export type SaidColumn = (typeof saidColumns)[number];

/**
 * All columns. Of a tool that is there, `Available` is what may be changed of its stock: `held`, `sold` and `stocked` say what it was
 * changed from, so that what was sold since the export is not undone. `stocked` is how many pieces there ever were.
 */
export const columns = ['_id', ...saidColumns, 'Available', 'held', 'sold', 'stocked', 'retired', 'version'] as const;

const numeric = ['PerPrice', 'TotalPrice', 'MinimumOrder', 'Ratings', 'BuyGear'] as const;
const isNumeric = (column: string) => numeric.some((one) => one === column);

/** How many pieces there ever were: neither an order nor a refund changes it. */
export const stockedOf = ({ Available, held, out }: Pick<StockedTool, 'Available' | 'held' | 'out'>): number =>
  Available + held + out;

/** A tool's line. */
export function lineOf(shown: StockedTool): (string | number)[] {
  const tool = asSaid(shown);
  return [
    tool._id,
    ...saidColumns.map((column) => (isNumeric(column) ? Number(tool[column]) : cellOf(tool, column))),
    ...[tool.Available, tool.held, tool.out, stockedOf(tool)],
    ...[tool.retired ? 'yes' : 'no', tool.version],
  ];
}

/** What stands in a cell of a tool. */
export function cellOf(said: Said, column: SaidColumn): string {
  if (column === 'pictures') return listCell(said.pictures ?? [], (one) => one, linesOf);
  if (column === 'specifications') return listCell(said.specifications ?? [], specificationLine, specificationsIn);
  return `${said[column] ?? ''}`;
}

/** What a cell says, for the schema to judge: what is no number stays as it was written. */
export function saidIn(column: SaidColumn, cell: string): unknown {
  const text = cell.trim();
  if (isNumeric(column)) return numberIn(text);
  if (column === 'pictures') return inLines(text, linesOf);
  if (column === 'specifications') return inLines(text, specificationsIn);
  return column === 'category' && text === '' ? undefined : cell;
}

/** One a line; as JSON where the lines would not be read back as what they were. */
function listCell<One>(list: readonly One[], line: (one: One) => string, read: (text: string) => unknown): string {
  const text = list.map(line).join('\n');
  return JSON.stringify(read(text)) === JSON.stringify(list) ? text : JSON.stringify(list);
}

function inLines(text: string, read: (text: string) => unknown): unknown {
  if (!text.startsWith('[')) return read(text);
  try {
    return JSON.parse(text);
  } catch {
    return read(text);
  }
}

const specificationLine = ({ name, value }: Specification) => `${name}: ${value}`;

/** More than a tool may have of anything: whose list is longer is told so, however many lines there are behind. */
const mostLines = 100;

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from <= text.length && lines.length < mostLines; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end).trim();
    if (line !== '') lines.push(line);
    from = end === -1 ? text.length + 1 : end + 1;
  }
  return lines;
}

function specificationsIn(text: string): Specification[] {
  return linesOf(text).map((line) => {
    const at = line.indexOf(':');
    return at === -1 ? { name: line, value: '' } : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}
