import { inSlices } from '../../kernel/concurrency/time-slice.ts';
import type { View } from '../../kernel/documents/view.ts';
import { readCsv } from '../../kernel/encoding/csv.ts';
import { Invalid } from '../../kernel/errors.ts';
import type { WantedPictures } from '../../pictures/contract.ts';
import { notUtf8, toolTwice } from '../csv-words/contract.ts';
import { missingPictures } from '../missing-pictures.ts';
import type { StockedTool } from '../read-models/tools.ts';
import { type SaidRules, saidOfTool } from '../said-of-tool.ts';
import { columns, type Said } from './columns.ts';
import { type CellError, longestImport, type RowPlan } from './contract.ts';
import { newToolIds } from './new-tool-ids.ts';
import { type PlannedRow, plannedRow } from './planned-row.ts';

/** A file, or some rows of a longer one with its first line. */
export type ImportedFile = {
  readonly bytes: Buffer;
  /** Where the rows begin in the longer one. */
  readonly firstLine: number | undefined;
  /** Of each row, how many in the parts before say the same; none where it is left out. */
  readonly equalBefore: readonly number[];
};

/** A file that is no table of tools. */
class NoTableOfTools extends Invalid {
  override name = 'NoTableOfTools';
}

/**
 * What a file would change, row by row as it is asked for: of long texts in many rows only those are in the memory that are looked at. Whoever else calls the
 * shop meanwhile is answered in between.
 * @throws NoTable, NoTableOfTools for a file of which no row can be understood
 */
export async function* planImport(
  {
    tools,
    rules,
    pictures,
  }: {
    readonly tools: Pick<View<StockedTool>, 'get'>;
    readonly rules: SaidRules;
    readonly pictures: WantedPictures;
  },
  { bytes, firstLine, equalBefore }: ImportedFile,
): AsyncGenerator<PlannedRow, void> {
  const { rows: most, row: longest } = longestImport;
  const table = await readCsv(textOf(bytes), { most, longest, firstLine, known: columns });
  const check = (said: Said) => errorsOf(() => saidOfTool(said, rules));
  const seen = new Map<string, number>();
  const idOfNew = newToolIds();
  const sliceIsOver = inSlices();
  for (const [place, row] of table.rows.entries()) {
    await sliceIsOver();
    const id = row.cells.get('_id')?.trim() ?? '';
    if (id === '') {
      const newId = idOfNew(row, equalBefore[place] ?? 0);
      const wasThere = (await tools.get(newId)) !== undefined;
      const plan = ofNewTool(plannedRow(row, undefined, check), newId, wasThere);
      yield wasThere ? plan : await withPictures(plan, pictures, undefined);
      continue;
    }
    const before = seen.get(id);
    if (before === undefined) seen.set(id, row.line);
    const now = await tools.get(id);
    const plan = await withPictures(plannedRow(row, now, check), pictures, now);
    yield before === undefined ? plan : twice(plan, before);
  }
}

/** Where an earlier import has added the tool nothing is left to do; whether it has is decided by the tool's stream. */
function ofNewTool({ toDo, ...plan }: PlannedRow, newId: string, wasThere: boolean): PlannedRow {
  if (!toDo) return plan;
  const shown: RowPlan = wasThere ? { ...plan, outcome: 'same', changes: [], importedBefore: true } : plan;
  return { ...shown, toDo: { ...toDo, newId } };
}

/** A picture that is not kept is as wrong as one from elsewhere. */
async function withPictures(
  plan: PlannedRow,
  wanted: WantedPictures,
  now: StockedTool | undefined,
): Promise<PlannedRow> {
  if (!plan.toDo || !plan.changes.some(({ column }) => column === 'img' || column === 'pictures')) return plan;
  const missing = await missingPictures(wanted, plan.toDo.said, async () => now);
  if (missing.length === 0) return plan;
  const { toDo: _, ...rest } = plan;
  const errors = missing.map(({ path, message }) => ({ column: path.split('.')[0] ?? '', message }));
  return { ...rest, outcome: 'wrong', changes: [], errors };
}

function twice({ toDo: _, ...plan }: PlannedRow, before: number): PlannedRow {
  return { ...plan, outcome: 'wrong', changes: [], errors: [toolTwice(before), ...plan.errors] };
}

function errorsOf(check: () => unknown): CellError[] {
  try {
    check();
    return [];
  } catch (reason) {
    if (!(reason instanceof Invalid)) throw reason;
    const errors = reason.errors.map(({ path, message }) => ({ column: path.split('.')[0] ?? '', message }));
    return errors.length > 0 ? errors : [{ column: '', message: reason.message }];
  }
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new NoTableOfTools(notUtf8);
  }
}
