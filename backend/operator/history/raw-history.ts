import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { withoutSecrets } from '../../../modules/kernel/stored-events.ts';
import { wholeEvent } from '../../event-store/whole-event.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { logOf } from '../copies/copy-log.ts';
import { withLog } from '../log/with-log.ts';
import { printableJson } from '../output/printable.ts';
import type { Run } from '../run.ts';
import { type HistoryFilter, isWanted, wantedBy } from './history-filter.ts';
import { refuseUnknownType } from './known-type.ts';

/**
 * Prints events as they lie in the store, a line of JSON each. Personal fields stay sealed: an audit needs to know what happened,
 * not where somebody lives. It goes through the whole log, and needs neither keys nor an index.
 */
export async function tellRaw(
  { sayOne, signal }: Run,
  { limit, follow, ...filter }: HistoryFilter & { limit?: string; follow?: boolean },
): Promise<void> {
  if (limit !== undefined || follow) {
    throw new BadSetting('--raw goes through the whole log, and has neither --limit nor --follow');
  }
  const { wanted, after } = wantedBy(filter);
  await withLog(async (store) => {
    await refuseUnknownType(wanted.type, (type) => has(store, type, signal));
    for await (const event of logOf(store, after)) {
      signal.throwIfAborted();
      if (!isWanted(event, wanted)) continue;
      const { position, revision, ...rest } = event;
      const data = withoutSecrets(eventDeclarations.get(event.type), wholeEvent(event).meta.schema, event.data);
      const line = { position: `${position}`, revision: `${revision}`, ...rest, data };
      sayOne(printableJson(JSON.stringify(line)), line);
    }
  });
}

async function has(store: EventStore, wanted: string, signal: AbortSignal): Promise<boolean> {
  for await (const { type } of logOf(store)) {
    signal.throwIfAborted();
    if (type === wanted) return true;
  }
  return false;
}
