import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { ProjectionRunner } from '../../feed/projection-runner.ts';
import { countersOf } from '../counters.ts';

/** Opens the runner and feeds it with everything that is in the log. */
export async function caughtUp(runner: ProjectionRunner, store: EventStore): Promise<void> {
  const from = await runner.open();
  await runner.apply(await store.readAll({ after: from, limit: 10_000 }));
}

/** What each counter shows. */
export async function totals(
  readModels: ReadModels,
  projection: Projection = countersOf(),
): Promise<Record<string, number>> {
  const { documents } = await readModels.list(projection.storedAs, {
    index: 'all',
    key: '',
    order: 'ascending',
    limit: 100,
  });
  return Object.fromEntries(documents.map((text) => JSON.parse(text)).map(({ counter, total }) => [counter, total]));
}
