import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { forgotten, subjectKeyPrefix } from '../../personal-data/subject-keys.ts';
import { keysOfTheLog } from '../../start/keys/keys-of-the-log.ts';

/**
 * Copies the keys of persons, wrapped as they are. Of whoever was forgotten it is copied that they were, and no key: also of
 * those of whom only the register says so, and who came back with a backup.
 * @returns how many keys stayed behind
 */
export async function copyKeys(from: EventStore, to: EventStore, register: ReadonlySet<string>): Promise<number> {
  const begunWith = await from.records.get(keysOfTheLog);
  if (begunWith) await to.records.put(keysOfTheLog, begunWith.value, 'any');
  let leftOut = 0;
  for await (const key of from.records.keys(subjectKeyPrefix)) {
    const record = await from.records.get(key);
    if (!record) continue;
    const value = register.has(key.slice(subjectKeyPrefix.length)) ? forgotten : record.value;
    if (value === forgotten) leftOut++;
    if ((await to.records.get(key))?.value !== value) await to.records.put(key, value, 'any');
  }
  return leftOut;
}
