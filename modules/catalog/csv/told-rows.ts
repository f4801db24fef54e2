import { inDigits } from '../../kernel/values/in-words.ts';
import type { CellError, RowPlan } from './contract.ts';

/** How many characters of changes and errors an answer tells in full; and of a change beyond them, of each cell. */
const most = { inFull: 2_000_000, ofCell: 20 };

/**
 * Tells of the rows of a dry run: of all of them what they come to, and in which columns. Of the first what stands in these and all their errors,
 * then the beginnings alone: what a row changes may be a hundred times as long as it is itself.
 */
export function rowTeller(): (row: RowPlan) => RowPlan {
  let left = most.inFull;
  return (row) => {
    const told = left > 0 ? row : { ...row, errors: firstOf(row.errors), changes: row.changes.map(shortened) };
    for (const { column, message } of told.errors) left -= column.length + message.length;
    for (const { column, before, after } of told.changes) left -= column.length + before.length + after.length;
    return told;
  };
}

function firstOf([first, ...others]: readonly CellError[]): CellError[] {
  if (!first) return [];
  return others.length === 0 ? [first] : [first, { column: '', message: `And ${inDigits(others.length)} more.` }];
}

function shortened({ column, before, after }: RowPlan['changes'][number]): RowPlan['changes'][number] {
  return { column, before: beginningOf(before), after: beginningOf(after) };
}

/** By code points, so that no character is cut in two. */
function beginningOf(cell: string): string {
  const first = [...cell.slice(0, 2 * (most.ofCell + 1))];
  if (first.length <= most.ofCell) return cell;
  // A text of its own: a part of another would keep all of that in the memory.
  return `${Buffer.from(first.slice(0, most.ofCell).join('')).toString()}…`;
}
