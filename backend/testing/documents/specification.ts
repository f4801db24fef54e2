import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8');

export type Row<Column extends string> = Readonly<Record<Column, string>>;

/**
 * The rows of one table of docs/specification.md, by the names of its columns.
 * @throws Error when there is no such table, or it has other columns: nothing would be held by an empty list.
 */
export function specified<Column extends string>(section: string, ...columns: readonly Column[]): Row<Column>[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  const [head, , ...rows] = (text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  if (head?.join() !== columns.join() || rows.length === 0) throw new Error(`${section} is no table of ${columns}.`);
  return rows.map((cells) => {
    const entries = columns.map((column, place) => [column, cells[place] ?? ''] as const);
    return Object.fromEntries(entries) as Row<Column>;
  });
}

/** `a, b` is two names; an empty cell is none. */
export function namesIn(cell: string): string[] {
  return cell === '' ? [] : cell.split(', ');
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
