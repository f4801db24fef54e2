import type { ImportAnswer, RowPlan } from '../../../../modules/catalog/csv/contract.ts';
import { notUtf8, toolTwice } from '../../../../modules/catalog/csv-words/contract.ts';
import { cutTable, emptyFile, type TablePart } from '../../../../modules/kernel/wire/cut-table.ts';
import { change, withQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** Small enough that the server bears each, that other admins get their turn in between, and that one sees how far it is. */
const most = { rows: 1_000, characters: 500_000 };
/** How often a part is sent again that the server has no place for yet. */
const tries = 10;

/** A file as it was when it was chosen, and what is known of its parts by now. */
export type ChosenFile = {
  readonly name: string;
  /** The same for the same file, so that bringing it again after the page was reloaded goes on in the place of beginning anew. */
  readonly wish: readonly [name: string, size: number, modified: number];
  readonly parts: readonly TablePart[];
  readonly rows: number;
  /** What became of its parts, in their order, as far as they were answered. */
  readonly tried: ImportAnswer[];
  readonly applied: ImportAnswer[];
};

/** @throws Error in words for whoever chose it, for what is no table */
export async function readChosen(file: File): Promise<ChosenFile> {
  const parts = cutTable(textOf(await file.arrayBuffer()), most);
  if (parts.length === 0) throw new Error(emptyFile);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { name: file.name, wish: [file.name, file.size, file.lastModified], parts, rows, tried: [], applied: [] };
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(notUtf8);
  }
}

type Bringing = {
  /** Left out of a dry run. */
  readonly key?: string;
  readonly signal: AbortSignal;
  /** Called with how many rows are answered. */
  readonly onProgress: (rows: number) => void;
};

/** On which lines a column says something that no import carries out. */
export type LeftOut = { readonly column: string; readonly lines: readonly number[] };

/** An answer for a whole file; how many of the rows that stay as they are an earlier import has added; and what is left out. */
export type WholeAnswer = ImportAnswer & { readonly importedBefore: number; readonly leftOut: readonly LeftOut[] };

/** Sends the parts of a file, one after the other, from the first that has no answer on; resolves to what is known by then. */
export async function bringFile(file: ChosenFile, { key, signal, onProgress }: Bringing): Promise<WholeAnswer> {
  const isTrial = key === undefined;
  const answers = isTrial ? file.tried : file.applied;
  const without = isTrial ? undefined : new Set(linesTwice(file.tried).keys());
  onProgress(rowsOf(file, answers.length));
  for (const [place, part] of file.parts.entries()) {
    if (place < answers.length) continue;
    if (signal.aborted) break;
    const body = new Blob([part.text(without)], { type: 'text/csv' });
    const equalBefore = part.equalBefore(without);
    const query = { dryRun: `${isTrial}`, firstLine: part.firstLine, equalBefore: equalBefore.join(',') || undefined };
    const path = withQuery('/products/import', query);
    // The first part as a file of its own was sent: all have a key that belongs to the file and to their place in it.
    const own = isTrial ? crypto.randomUUID() : `${key}-${place}`;
    const send = () => change<ImportAnswer>(path, { method: 'POST', body, key: own });
    const answer = await whenThereIsRoom(send, signal);
    if (!answer) break;
    answers.push(answer);
    onProgress(rowsOf(file, answers.length));
  }
  return answerOf(file, isTrial);
}

const rowsOf = ({ parts }: ChosenFile, answered: number) =>
  parts.slice(0, answered).reduce((sum, { rows }) => sum + rows, 0);

/** Undefined once nobody wants it any more: whoever has stopped it, or is signed in by then, did not ask for another try. */
async function whenThereIsRoom<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | undefined> {
  for (let again = 1; !signal.aborted; again++) {
    try {
      return await call();
    } catch (error) {
      const isFull = error instanceof ApiError && error.retryAfterMs > 0 && [429, 503].includes(error.status);
      if (!isFull || again >= tries) throw error;
      await pause(error.retryAfterMs, signal);
    }
  }
  return undefined;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // A signal does not tell again that it was aborted: without this, a stop during the try would be told after the pause.
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', end, { once: true });
  await promise.finally(() => signal.removeEventListener('abort', end));
}

/** What is known of the parts together, as if the file had been one. */
export function answerOf(file: ChosenFile, dryRun: boolean): WholeAnswer {
  const answers = dryRun ? file.tried : file.applied;
  const sum = { added: 0, changed: 0, same: 0, wrong: 0 };
  for (const { added, changed, same, wrong } of answers) {
    sum.added += added;
    sum.changed += changed;
    sum.same += same;
    sum.wrong += wrong;
  }
  const twice = linesTwice(file.tried);
  const rows = answers.flatMap((answer) => answer.rows).map((row) => rowTwice(row, dryRun ? twice : undefined));
  if (dryRun) {
    for (const row of answers.flatMap((answer) => answer.rows)) {
      if (!twice.has(row.line) || row.outcome === 'wrong') continue;
      sum[({ add: 'added', change: 'changed', same: 'same' } as const)[row.outcome]] -= 1;
      sum.wrong += 1;
    }
  } else sum.wrong += [...twice.keys()].filter((line) => line < lineAfter(file)).length;
  const importedBefore = rows.filter((row) => row.importedBefore).length;
  const leftOut = leftOutOf(rows);
  return { dryRun, ...sum, importedBefore, leftOut, rows: rows.filter(({ outcome }) => outcome !== 'same') };
}

/** How many rows the trial would add or change, in so many parts of the file, the first ones. */
export function toApplyIn({ tried }: ChosenFile, parts: number): number {
  const twice = linesTwice(tried);
  const isOne = ({ outcome, line }: RowPlan) => (outcome === 'add' || outcome === 'change') && !twice.has(line);
  return tried.slice(0, parts).reduce((sum, { rows }) => sum + rows.filter(isOne).length, 0);
}

function leftOutOf(rows: ImportAnswer['rows']): LeftOut[] {
  const columns = new Set(rows.flatMap((row) => row.leftOut ?? []));
  return [...columns].map((column) => ({
    column,
    lines: rows.flatMap((row) => (row.leftOut?.includes(column) ? [row.line] : [])),
  }));
}

/** The line that the first part begins with that is not applied. */
const lineAfter = ({ parts, applied }: ChosenFile) => parts[applied.length]?.firstLine ?? Number.POSITIVE_INFINITY;

/** The lines about a tool that a line of an earlier part is about already, by that: within a part the server says so. */
function linesTwice(tried: readonly ImportAnswer[]): Map<number, number> {
  const first = new Map<string, { line: number; part: number }>();
  const twice = new Map<number, number>();
  for (const [part, { rows }] of tried.entries()) {
    for (const { toolId, line } of rows) {
      if (toolId === undefined) continue;
      const before = first.get(toolId);
      if (!before) first.set(toolId, { line, part });
      else if (before.part !== part) twice.set(line, before.line);
    }
  }
  return twice;
}

function rowTwice(row: ImportAnswer['rows'][number], twice: ReadonlyMap<number, number> | undefined) {
  const before = twice?.get(row.line);
  if (before === undefined) return row;
  return { ...row, outcome: 'wrong' as const, changes: [], errors: [toolTwice(before), ...row.errors] };
}
