import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openLog } from '../runtime/log.ts';
import { type AuditedLog, auditedStore, openAuditedFile } from '../seals/audited-log.ts';
import { BadSetting, type Config, readConfig } from '../start/config.ts';
import { openDataDir, openEventStore } from '../start/stores.ts';

/** Works with the log of the shop that the settings name, as it lies in the store: what is sealed stays sealed. */
export async function withLog<Result>(work: (store: EventStore, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  if (config.EVENT_STORE === undefined) openDataDir(config);
  const store = await openEventStore(config, openLog('silent'));
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** The same for who only looks, also at a log that no shop would open. @throws BadSetting where there is none */
export async function withAuditedLog<Result>(
  work: (log: AuditedLog, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.EVENT_STORE !== undefined) return withLog((store) => work(auditedStore(store), config));
  const file = join(config.DATA_DIR, 'events.db');
  if (!existsSync(file)) throw new BadSetting(`There is no log in DATA_DIR: ${file}`);
  const log = openAuditedFile(file);
  try {
    return await work(log, config);
  } finally {
    log.close();
  }
}
