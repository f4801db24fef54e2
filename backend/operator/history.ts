import { withoutSecrets } from '../../modules/kernel/stored-events.ts';
import { openLog } from '../runtime/log.ts';
import { BadSetting, readConfig } from '../start/config.ts';
import { eventDeclarations } from '../start/event-declarations.ts';
import { openDataDir, openEventStore } from '../start/stores.ts';

const pageSize = 500;

/**
 * Prints the events of the whole log, or those of one stream or type, as lines of JSON. Personal fields stay sealed, as they lie in
 * the store: an audit needs to know what happened, not where somebody lives.
 */
export async function history(wanted: {
  after?: string;
  stream?: string;
  type?: string;
  signal: AbortSignal;
}): Promise<void> {
  const { after = '0', stream, type, signal } = wanted;
  if (!/^\d+$/.test(after)) throw new BadSetting('--after is a position: digits only');
  const config = readConfig(process.env);
  if (config.EVENT_STORE === undefined) openDataDir(config);
  const store = await openEventStore(config, openLog('silent'));
  const seen = { from: BigInt(after) };
  try {
    for (;;) {
      signal.throwIfAborted();
      const batch = await store.readAll({ after: seen.from, limit: pageSize });
      for (const event of batch.events) {
        if (stream !== undefined && event.stream !== stream) continue;
        if (type !== undefined && event.type !== type) continue;
        const { position, revision, ...rest } = event;
        const data = withoutSecrets(eventDeclarations.get(event.type), event.meta.schema, event.data);
        const line = { position: `${position}`, revision: `${revision}`, ...rest, data };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
      if (batch.events.length === 0 && batch.caughtUp) return;
      seen.from = batch.position;
    }
  } finally {
    await store.close();
  }
}
