import type { CsvRow } from '../../kernel/encoding/csv.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { saidColumns } from './columns.ts';

/** What makes a new tool: other cells of its row say nothing of it. */
const columnsOfNew = [...saidColumns, 'Available'] as const;

/**
 * Gives rows that add a tool its id: the same to the n-th row that says exactly this, whoever brings it, in which file, part or
 * tab. So an import that is begun again adds nothing twice, and neither does a file of which some rows were put right; and
 * rows that are equal in one file are tools of their own.
 */
export function newToolIds(): (row: CsvRow, before: number) => string {
  const seen = new Map<string, { within: number; before: number }>();
  /** @param before how many rows that say the same are in the parts of the file before this one */
  return (row, before) => {
    const said = columnsOfNew.flatMap((column) => {
      const cell = row.cells.get(column)?.trim() ?? '';
      return cell === '' ? [] : [column, cell];
    });
    const content = digest(...said);
    const counted = seen.get(content) ?? { within: 0, before: 0 };
    const now = { within: counted.within + 1, before: Math.max(counted.before, before) };
    seen.set(content, now);
    return derivedId('imported tool', content, `${now.within + now.before}`);
  };
}
