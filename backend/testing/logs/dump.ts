import { everyPage } from '../../../modules/kernel/documents/every-page.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ListQuery, ReadModels } from '../../../modules/kernel/read-models.ts';
import { ProjectionRunner } from '../../feed/projection-runner.ts';
import { everySum } from '../../feed/projections/folded-sums.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';

/** Everything that read models show: of each list of each projection its documents, in their order. */
export type Dump = { readonly [list: string]: readonly string[] };

/** What the read models show now. */
export async function dumpOf(readModels: ReadModels, projections: readonly Projection[]): Promise<Dump> {
  const dump: Record<string, readonly string[]> = {};
  for (const projection of projections) {
    const listed = async ({ index, key }: { index: string; key: string }) => {
      const documents: string[] = [];
      const list = (query: ListQuery) => readModels.list(projection.storedAs, query);
      for await (const page of everyPage(list, { index, key, order: 'ascending' })) documents.push(...page);
      dump[`${projection.storedAs} ${index} ${key}`] = documents;
      return documents;
    };
    const documents = await listed(projection.every);
    const entries = documents.flatMap((document) => projection.entriesOf(projection.documentOf(document)));
    const { sums } = projection;
    if (sums) entries.push(...(await listed(everySum)).flatMap((sum) => sums.entriesOf(JSON.parse(sum))));
    const lists = new Map(entries.map((entry) => [`${entry.index} ${entry.key}`, entry]));
    for (const entry of lists.values()) await listed(entry);
  }
  return dump;
}

/** What read models show that are made now, from the first event of the log to its last. */
export async function rebuiltDump(store: EventStore, projections: readonly Projection[]): Promise<Dump> {
  const readModels = openSqliteReadModels({ file: ':memory:' });
  try {
    const runner = new ProjectionRunner(projections, readModels, store);
    await runner.catchUp(await runner.open());
    return await dumpOf(readModels, projections);
  } finally {
    await readModels.close();
  }
}
