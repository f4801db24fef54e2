import type { CommandContext } from '../../modules/kernel/commands.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { isProjection, type ParkedEvent, ParkedEvents } from '../feed/parked-events.ts';
import { openLog } from '../runtime/log.ts';
import { BadSetting, readConfig } from '../start/config.ts';
import { openDataDir, openEventStore, openReadModels } from '../start/stores.ts';
import { record } from './acts.ts';

/** The events that a reactor or a projection could not do with, each with a line that says what went wrong. */
export async function listParked(): Promise<{ readonly line: string; readonly entry: ParkedEvent }[]> {
  return withStore(async (store) => {
    const parked = new ParkedEvents(store);
    await parked.load();
    return parked.entries.map((entry) => ({ line: lineOf(entry), entry }));
  });
}

/**
 * Has a parked event tried again: within a second by the shop that runs, or as soon as it starts.
 * @returns who tries again
 * @throws NotFound when no such event is parked.
 */
export async function retryParked(eventId: string, by: CommandContext): Promise<readonly string[]> {
  return withStore(async (store) => {
    const found = await new ParkedEvents(store).retry(eventId);
    await buildAnew(found);
    const readers = found.map(({ reader }) => reader);
    await record(store, { type: 'RetryWanted', data: { eventId, readers } }, 'RetryParked', by);
    return readers;
  });
}

/**
 * Has a parked event passed over for good, for a reason that the log keeps.
 * @returns who passes over it
 * @throws NotFound when no such event is parked; BadSetting without a reason.
 */
export async function skipParked(
  eventId: string,
  reason: string | undefined,
  by: () => CommandContext,
): Promise<readonly string[]> {
  if (reason === undefined) throw new BadSetting('parked skip needs a --reason: why, for the history');
  return withStore(async (store) => {
    const found = await new ParkedEvents(store).skip(eventId, reason, by());
    await buildAnew(found);
    return found.map(({ reader }) => reader);
  });
}

/** A document that lacks more than the event is only right when all of it is folded again. */
async function buildAnew(found: readonly ParkedEvent[]): Promise<void> {
  const wentOn = found.filter((entry) => isProjection(entry) && !entry.stops);
  if (wentOn.length === 0) return;
  const readModels = await openReadModels(readConfig(process.env), openLog('silent'));
  try {
    for (const { reader } of wentOn) await readModels.drop(reader.slice('projection:'.length));
  } finally {
    await readModels.close();
  }
}

async function withStore<Result>(work: (store: EventStore) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  if (config.EVENT_STORE === undefined) openDataDir(config);
  const store = await openEventStore(config, openLog('silent'));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function lineOf({ eventId, reader, type, stream, state, stops, since, error }: ParkedEvent): string {
  const still = stops ? ', and stands still for it' : '';
  return `${eventId} ${state} since ${since}: ${reader} could not do with ${type} of ${stream}${still}. ${error}`;
}
