import { type Addition, addedTogether, idOfSum, plus, type Sum } from '../../../modules/kernel/documents/sums.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { Change } from '../../../modules/kernel/read-models.ts';
import { LateChange } from './late-change.ts';
import type { Kept, Latest } from './recent-documents.ts';

/** Entry under which every sum of a projection is listed, so that all of them can be read. */
export const everySum = { index: '+', key: '', sort: '' };

/** What an event adds to one sum, and where the event stands. */
export type Added = { readonly addition: Addition; readonly position: bigint };

const none: Added[] = [];

/** What one event adds, by what it made of its document. */
export function addedBy(projection: Projection, before: unknown, after: unknown, event: StoredEvent): Added[] {
  if (!projection.sums) return none;
  return projection.sums.of(before, after, event).map((addition) => ({ addition, position: event.position }));
}

/**
 * What is added to the sums of a projection, as changes that are committed with those of the documents: as the checkpoint
 * moves with them, an event counts in both, once.
 * @param isLate texts are not made before they are asked for, of sums that were there already
 */
export async function changesOfSums(
  { sums }: Projection,
  added: readonly Added[],
  kept: Kept,
  isLate = false,
): Promise<{ readonly changes: readonly Change[]; readonly latest: readonly Latest[] }> {
  if (!sums || added.length === 0) return { changes: [], latest: [] };
  const together = addedTogether(added);
  // Under these ids only sums are kept.
  const before = (await kept(together.map(({ addition }) => idOfSum(addition.id)))) as (Sum | undefined)[];
  const changes: Change[] = [];
  const latest: Latest[] = [];
  for (const [index, { addition, position }] of together.entries()) {
    const sum = plus(before[index], addition, position);
    const id = idOfSum(addition.id);
    const isNew = before[index] === undefined;
    const made = { text: () => JSON.stringify(sum), entries: () => [...sums.entriesOf(sum), everySum] };
    if (isLate && !isNew) {
      const change = new LateChange(id, made);
      changes.push(change);
      latest.push({ id, value: sum, text: change, isNew });
    } else {
      const document = made.text();
      changes.push({ id, document, entries: made.entries() });
      latest.push({ id, value: sum, text: { length: document.length }, isNew });
    }
  }
  return { changes, latest };
}
