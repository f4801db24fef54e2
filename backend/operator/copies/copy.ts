import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { firstEventOf } from '../../feed/provenance/first-event.ts';
import { importUnderWay, refuseHalfImport } from '../../start/preflight/half-done.ts';
import { isAddress } from '../arguments/said-path.ts';
import type { Operator } from '../log/operator-actor.ts';
import { patienceIn, remarkOnNodes, untilNoNodeRuns } from '../log/until-nodes-have.ts';
import { mustHaveLog } from '../log/with-log.ts';
import { counted } from '../output/counted.ts';
import type { Run } from '../run.ts';
import { beginMailsAsOf, mailsBeganIn } from './copy-beginning-of-mails.ts';
import { copyKeys } from './copy-keys.ts';
import { copyLog, verifyCopy, type Watching } from './copy-log.ts';
import { copyPictures } from './copy-pictures.ts';
import { copyRegister, storeAt } from './copy-places.ts';
import { copyReactors, reactedIn } from './copy-reactors.ts';

/** What came of a copy: events that were there from before, those copied now, and keys of forgotten people that stayed behind. */
type Copy = { readonly found: number; readonly copied: number; readonly events: number; readonly leftOut: number };

/**
 * Copies the history of one store to another, and compares them. Until it is whole no shop opens on it.
 * @param how.reason why, for the mark that a copy begins with
 * @param how.remark told where it waits to know whether a node runs on the target, and which nodes the source has
 * @throws BadSetting where a node runs on the target, or the source is half of a log; nothing is made of a target then
 */
export async function copy(
  from: string,
  to: string,
  operator: Operator,
  { reason, remark = () => {}, ...watching }: Watching & { reason?: string | undefined; remark?: Run['remark'] } = {},
): Promise<Copy> {
  if (!isAddress(from)) mustHaveLog({ DATA_DIR: from, EVENT_STORE: undefined });
  const source = await storeAt(from);
  let target: EventStore | undefined;
  try {
    await refuseHalfImport(source); // Where it cannot be read, nothing is begun: the target may be a folder without a log.
    target = await storeAt(to);
    const { signal = new AbortController().signal } = watching;
    const patience = patienceIn(isAddress(to) ? 'EventStoreDB' : 'SQLite');
    await remarkOnNodes(source.records, remark);
    const { records } = target;
    await untilNoNodeRuns(records, { run: { remark, signal }, ...patience });
    // Without what lies beside it a shop would do once more what was done, and know nobody: so it is with events that come to a copy later.
    const begins = async () => void (await records.put(importUnderWay, 'copy', 'any'));
    if (!(await firstEventOf(target))) await begins();
    const reacted = await reactedIn(source);
    // Of a shop that goes on, what was there when it began: else what is compared would have grown since it was copied.
    const upTo = await source.head();
    const { found, copied } = await copyLog(source, target, operator, { reason, ...watching, begins, upTo });
    const events = await verifyCopy(source, target, { ...watching, upTo });
    const leftOut = await copyKeys(source, target, copyRegister(from, to));
    await copyPictures(source, target);
    await copyReactors(source, target, reacted);
    await beginMailsAsOf(await mailsBeganIn(source), target);
    if (await records.get(importUnderWay)) await records.delete(importUnderWay);
    return { found, copied, events, leftOut };
  } finally {
    await source.close();
    await target?.close();
  }
}

export function sentenceOf({ found, copied, events, leftOut }: Copy): string {
  const before = found > 0 ? ` ${found} were there from before.` : '';
  const erased = leftOut > 0 ? ` Left out: ${counted(leftOut, 'key')} of people who were forgotten.` : '';
  return `Copied ${counted(copied, 'event')}.${before}${erased} Verified: all ${events} are the same, in the same order.`;
}
