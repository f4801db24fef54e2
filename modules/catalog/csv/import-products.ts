import type { CommandContext, Commands } from '../../kernel/commands.ts';
import type { View } from '../../kernel/documents/view.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { DamagedStream, Refusal, TooMany } from '../../kernel/errors.ts';
import type { WantedPictures } from '../../pictures/contract.ts';
import { addToolOnce } from '../commands/add-tool.ts';
import { importProduct } from '../commands/import-product.ts';
import { recordImport } from '../commands/record-import.ts';
import type { ProductsImported } from '../events.ts';
import type { StockedTool } from '../read-models/tools.ts';
import { type SaidRules, saidOfTool } from '../said-of-tool.ts';
import { tool } from '../tool.ts';
import type { ImportAnswer, RowPlan } from './contract.ts';
import { productsImport } from './imports.ts';
import { type ImportedFile, planImport } from './plan-import.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowTeller } from './told-rows.ts';

export type ImportWiring = {
  readonly commands: Commands;
  readonly tools: Pick<View<StockedTool>, 'get'>;
  readonly rules: SaidRules;
  readonly pictures: WantedPictures;
};

/** How many rows are carried out at once: they share commits, and leave room for orders. */
const atOnce = 16;

/** How many of the rows that were not carried out are written down. */
const mostRefused = 100;

/** What a file would change, and nothing changed. */
export async function tryImport(wiring: ImportWiring, file: ImportedFile): Promise<ImportAnswer> {
  const rows: RowPlan[] = [];
  const told = rowTeller();
  for await (const { toDo: _, isOutdated: __, ...row } of planImport(wiring, file)) rows.push(told(row));
  return { dryRun: true, ...countsOf(rows), rows };
}

/**
 * Carries out what a file says, each row by itself and all of it or nothing. A row whose tool somebody has changed since is not
 * carried out. Each row is done once, however often the call comes, and a row that adds a tool whichever call it comes in; what
 * became of all is written down.
 */
export async function importProducts(
  wiring: ImportWiring,
  file: ImportedFile,
  context: CommandContext,
): Promise<{ answer: ImportAnswer; position: bigint }> {
  const importId = derivedId('import', context.commandId);
  // Said again, it is answered from what was written down, or refused: nothing is carried out for it.
  const { isDone } = await wiring.commands.load(productsImport, importId);
  const done: Pick<RowPlan, 'outcome'>[] = [];
  const refused: ProductsImported['data']['refused'][number][] = [];
  const carryOutAll = async (rows: readonly PlannedRow[]) => {
    for (const row of await Promise.all(rows.map((one) => carryOut(wiring, one, context)))) {
      const { outcome, changes: _, importedBefore: __, leftOut: ___, ...wrong } = row;
      done.push({ outcome });
      if (outcome === 'wrong' && refused.length < mostRefused) refused.push(wrong);
    }
  };
  let next: PlannedRow[] = [];
  for await (const row of isDone ? [] : planImport(wiring, file)) {
    next.push(row);
    if (next.length < atOnce) continue;
    await carryOutAll(next);
    next = [];
  }
  await carryOutAll(next);
  const command = { type: 'RecordImport', importId, ...countsOf(done), refused } as const;
  const { events, position } = await wiring.commands.execute(productsImport, importId, context, command, recordImport);
  const { refused: rows, importId: _, ...counts } = events[0]?.data ?? command;
  const wrong = rows.map((row): RowPlan => ({ ...row, outcome: 'wrong', changes: [], errors: [...row.errors] }));
  return { answer: { dryRun: false, ...countsIn(counts), rows: wrong }, position };
}

async function carryOut({ commands, rules }: ImportWiring, row: PlannedRow, context: CommandContext): Promise<RowPlan> {
  const { toDo, isOutdated, ...plan } = row;
  if (!toDo && !isOutdated) return plan;
  const once = { ...context, commandId: derivedId('import row', context.commandId, `${row.line}`) };
  const ofRow = { ...once, fingerprint: digest(context.fingerprint, `${row.line}`) };
  try {
    if (!toDo) {
      // It was planned on what an earlier try of the same call may have made of the tool: its stream knows whether that is so.
      const before = row.toolId !== undefined && (await commands.recall(tool, row.toolId, ofRow));
      return before ? { ...plan, outcome: 'change', errors: [] } : plan;
    }
    const said = saidOfTool(toDo.said, rules);
    if (toDo.newId !== undefined) {
      const { available, newId: toolId } = toDo;
      const { details, ...prices } = said;
      const command = { type: 'AddTool', toolId, available, ...details, ...prices } as const;
      const isNew = plan.importedBefore === undefined;
      const { events } = await commands.execute(tool, toolId, ofRow, command, addToolOnce, { isNew });
      return { ...plan, outcome: events.length > 0 ? 'add' : 'same' };
    }
    if (toDo.version !== undefined && row.toolId !== undefined) {
      const { version, stock } = toDo;
      const command = { type: 'ImportProduct', toolId: row.toolId, said: { ...said, version }, stock } as const;
      await commands.execute(tool, row.toolId, ofRow, command, importProduct);
    }
    return plan;
  } catch (reason) {
    // What cannot be read of one product keeps the rows of no other from being carried out.
    if (reason instanceof DamagedStream)
      return asWrong(plan, 'This product cannot be read at the moment. The row has changed nothing.');
    if (!(reason instanceof Refusal) || reason instanceof TooMany) throw reason;
    return asWrong(plan, reason.message);
  }
}

const asWrong = (plan: RowPlan, message: string): RowPlan => ({
  ...plan,
  outcome: 'wrong',
  changes: [],
  errors: [{ column: '', message }],
});

const countsOf = (rows: readonly Pick<RowPlan, 'outcome'>[]) => {
  const of = (wanted: RowPlan['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length;
  return { added: of('add'), changed: of('change'), same: of('same'), wrong: of('wrong') };
};

const countsIn = ({ added, changed, same, wrong }: Omit<ImportAnswer, 'dryRun' | 'rows'>) => ({
  ...{ added, changed, same, wrong },
});
