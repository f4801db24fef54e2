import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Change } from '../../modules/kernel/read-models.ts';
import { type Addition, idOfSum, plus, type Sum } from '../../modules/kernel/sums.ts';

/** Entry under which every sum of a projection is listed, so that all of them can be read. */
export const everySum = { index: '+', key: '', sort: '' };

/** What an event adds to one sum, and where the event stands. */
export type Added = { readonly addition: Addition; readonly position: bigint };

/** What is kept under these ids, undefined for those that are not there. */
export type TextsOf = (ids: readonly string[]) => Promise<(string | undefined)[]>;

/** What one event adds, by what it made of its document. */
export function addedBy(projection: Projection, before: unknown, after: unknown, event: StoredEvent): Added[] {
  const additions = projection.sums?.of(before, after, event) ?? [];
  return additions.map((addition) => ({ addition, position: event.position }));
}

/**
 * What is added to the sums of a projection, as changes that are committed with those of the documents: as the checkpoint
 * moves with them, an event counts in both, once.
 */
export async function changesOfSums(
  { sums }: Projection,
  added: readonly Added[],
  textsOf: TextsOf,
): Promise<readonly Change[]> {
  if (!sums || added.length === 0) return [];
  const ids = [...new Set(added.map(({ addition }) => addition.id))];
  const texts = await textsOf(ids.map(idOfSum));
  const after = new Map<string, Sum | undefined>(
    ids.map((id, index) => [id, texts[index] === undefined ? undefined : JSON.parse(texts[index])]),
  );
  for (const { addition, position } of added) after.set(addition.id, plus(after.get(addition.id), addition, position));
  return [...after].flatMap(([id, sum]) =>
    sum ? [{ id: idOfSum(id), document: JSON.stringify(sum), entries: [...sums.entriesOf(sum), everySum] }] : [],
  );
}
