import { join } from 'node:path';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { isThere } from '../../runtime/files/is-there.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { type AuditedLog, auditedStore, openAuditedFile } from '../../seals/audited-log.ts';
import { refuseHalfImport, refuseHalfRestore } from '../../start/preflight/half-done.ts';
import { refuseNoDataDir } from '../../start/preflight/no-data-dir.ts';
import { BadSetting, type Config, readConfig } from '../../start/settings/config.ts';
import { openDataDir, openEventStore } from '../../start/stores/stores.ts';

/**
 * Works with the log of the shop that the settings name, as it lies in the store: what is sealed stays sealed.
 * @throws BadSetting where there is none, or half of one: whatever was written into that would keep the rest from coming.
 */
export async function withLog<Result>(work: (store: EventStore, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  mustHaveLog(config);
  return withNewLog(async (store) => {
    await refuseHalfImport(store);
    return work(store, config);
  });
}

/** The same for whoever brings a log: there may be none yet, or half of it. */
export async function withNewLog<Result>(
  work: (store: EventStore, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.EVENT_STORE === undefined) openDataDir(config);
  const store = await openEventStore(config, openLog('silent'));
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

/** The same for whoever only looks, also at a log that no shop would open. @throws BadSetting where there is none */
export async function withAuditedLog<Result>(
  work: (log: AuditedLog, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  if (config.EVENT_STORE !== undefined) return withLog((store) => work(auditedStore(store), config));
  mustHaveLog(config);
  const log = openAuditedFile(logFile(config));
  try {
    return await work(log, config);
  } finally {
    log.close();
  }
}

/**
 * For whoever only looks: a data directory that was mistyped is not made a shop, and half a file is not said to be damaged.
 * @throws BadSetting where there is no log, or a restore was broken off
 */
export function mustHaveLog(config: Pick<Config, 'DATA_DIR' | 'EVENT_STORE'>): void {
  if (config.EVENT_STORE === undefined) refuseHalfRestore(config.DATA_DIR);
  if (namesLog(config)) return;
  refuseNoDataDir(config.DATA_DIR);
  throw new BadSetting(`There is no log in DATA_DIR: ${logFile(config)}`);
}

/** Whether the settings name a log that is there; one in EventStoreDB may be empty, or away. */
export const namesLog = (config: Pick<Config, 'DATA_DIR' | 'EVENT_STORE'>) =>
  config.EVENT_STORE !== undefined || isThere(logFile(config));

const logFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'events.db');
