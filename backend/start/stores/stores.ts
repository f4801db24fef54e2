import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { Snapshots } from '../../commands/snapshots/snapshots.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import type { PassedOverEvent } from '../../feed/parked/passed-over-events.ts';
import { HistoryIndexFile } from '../../history-index/history-index-file.ts';
import { openWrittenBehind } from '../../read-models/behind/written-behind.ts';
import { longListsInTurn } from '../../read-models/long-lists.ts';
import { neverOlder } from '../../read-models/never-older.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { failuresTo } from '../../runtime/logging/failure-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { refuseHalfRestore } from '../preflight/half-done.ts';
import { refuseNoDataDir } from '../preflight/no-data-dir.ts';
import { BadSetting, type Config } from '../settings/config.ts';

/**
 * The folder that everything of this machine is kept in, made for its owner's eyes only when it is not there.
 * @throws BadSetting when it is no folder, or cannot be written to, or a restore was broken off in it.
 */
export function openDataDir({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  try {
    refuseNoDataDir(DATA_DIR);
    makeFolder(DATA_DIR, 0o700);
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (reason) {
    if (reason instanceof BadSetting) throw reason;
    throw new BadSetting(`DATA_DIR cannot be written to: ${DATA_DIR} (${codeOf(reason)})`);
  }
  refuseHalfRestore(DATA_DIR);
  return DATA_DIR;
}

/**
 * The event store that the settings name: EventStoreDB, or SQLite in the data directory.
 * @param passedOver told of each event among those of the shop that no shop has written, where the store hands those to nobody
 * @throws BadSetting for an address of which nothing can be made.
 */
export async function openEventStore(
  { EVENT_STORE, EVENT_STORE_PREFIX, DATA_DIR }: Config,
  log: Log,
  passedOver: (event: PassedOverEvent) => void = () => {},
): Promise<EventStore> {
  if (EVENT_STORE === undefined) {
    const file = join(DATA_DIR, 'events.db');
    const onRoom = (hasRoom: boolean) => {
      if (hasRoom) log.info({ file }, 'the disk has room again: the event log is written to');
      else log.error({ file }, 'the disk has no room for the event log: nothing can be changed until it has');
    };
    return openSqliteEventStore({ file, onRoom });
  }
  log.debug('events are kept in EventStoreDB');
  const { openEventStoreDB } = await import('../../event-store/eventstoredb.ts');
  const { BadEventStoreAddress } = await import('../../event-store/eventstoredb/address.ts');
  try {
    return openEventStoreDB({
      address: EVENT_STORE,
      prefix: EVENT_STORE_PREFIX,
      passedOver({ streamId, ...event }) {
        const { id, type } = event;
        log.warn({ id, type, streamId }, 'an event among those of the shop is passed over: no shop has written it');
        passedOver({ ...event, stream: streamId.slice(EVENT_STORE_PREFIX.length) });
      },
    });
  } catch (reason) {
    throw reason instanceof BadEventStoreAddress ? new BadSetting(`EVENT_STORE ${reason.message}`) : reason;
  }
}

/** Where this machine keeps snapshots of long streams, which can be made again from the events. */
export function openSnapshots({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log: Log): Snapshots {
  const onDiscarded = (reason: string) => log.warn({ reason }, 'snapshots are made anew');
  return new Snapshots({ file: join(DATA_DIR, 'snapshots.db'), onDiscarded });
}

/** Where this machine keeps the index of the history, which can be made again from the log, whatever store that is in. */
export function openHistoryIndex({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, log: Log): HistoryIndexFile {
  const onDiscarded = (reason: string) => log.warn({ reason }, 'the history is indexed anew');
  return new HistoryIndexFile({ file: join(DATA_DIR, 'history.db'), onDiscarded });
}

/**
 * The read models that the settings name: Redis, or SQLite in the data directory.
 * @param use.follows said by a node that follows the log for as long as it has them open: it may keep in the memory what it
 * shows. Whoever comes by for a moment beside it brings the file itself up to the log before reading.
 * @param use.refused told whenever a reading was refused because it is older than one before
 * @throws BadSetting for an address of which nothing can be made.
 */
export async function openReadModels(
  { EVENT_STORE, READ_MODELS, EVENT_STORE_PREFIX, DATA_DIR }: Config,
  log: Log,
  use: { readonly follows?: boolean; readonly refused?: () => void } = {},
): Promise<ReadModels> {
  if (READ_MODELS === undefined) {
    const file = join(DATA_DIR, 'read-models.db');
    const onDiscarded = (reason: string) => log.warn({ reason }, 'read models are built anew');
    // Of EventStoreDB no process hears in time what others on the same files have acknowledged: they meet in the file.
    const isBehind = use.follows === true && EVENT_STORE === undefined;
    const writing = failuresTo('writing the read models', log);
    const onWritten = (failure: string | undefined) => {
      if (failure === undefined) writing.succeeded();
      else writing.failed(new Unavailable(failure));
    };
    const readModels = isBehind
      ? openWrittenBehind({ file, onDiscarded, onWritten })
      : openSqliteReadModels({ file, onDiscarded });
    return longListsInTurn(neverOlder(readModels, use.refused), 1);
  }
  const { openRedisReadModels } = await import('../../read-models/redis.ts');
  const { BadRedisAddress } = await import('../../read-models/redis-address.ts');
  try {
    const readModels = openRedisReadModels({ address: READ_MODELS, prefix: EVENT_STORE_PREFIX });
    // Each long list may be tens of megabytes while it is read and written into an answer.
    return longListsInTurn(neverOlder(readModels, use.refused), 4);
  } catch (reason) {
    throw reason instanceof BadRedisAddress ? new BadSetting(`READ_MODELS ${reason.message}`) : reason;
  }
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : 'unknown';
}
