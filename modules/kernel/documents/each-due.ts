import { everyPage } from './every-page.ts';
import type { View } from './view.ts';

const pageSize = 50;

/**
 * Does something for every document of a list that is older than a moment, oldest first and a page at a time. One that
 * fails keeps no other waiting. The list must be sorted by `at`.
 * @throws AggregateError at the end, of all that failed.
 */
export async function eachDue<Document extends { readonly at: string }>(
  view: View<Document>,
  { before, signal, ...listed }: { index: string; key: string; before: Date; signal: AbortSignal },
  act: (document: Document) => Promise<unknown>,
): Promise<void> {
  const moment = before.toISOString();
  const failures: unknown[] = [];
  for await (const documents of everyPage(view.list, { ...listed, order: 'ascending', limit: pageSize })) {
    if (signal.aborted) return;
    const due = documents.filter(({ at }) => at < moment);
    for (const outcome of await Promise.allSettled(due.map(act))) {
      if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
    if (due.length < documents.length || signal.aborted) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed: ${failures[0]}`);
}
