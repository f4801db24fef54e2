import type { EventStore } from '../../modules/kernel/event-store.ts';
import { firstEventOf } from '../feed/provenance/first-event.ts';
import type { HistoryIndexFile } from './history-index-file.ts';

/**
 * Makes sure that the index is of this log, and of no more than it holds: another log may lie in its place, or one that was
 * restored from before.
 */
export async function knowLog(file: HistoryIndexFile, store: EventStore): Promise<void> {
  const first = (await firstEventOf(store))?.id;
  const { log, last } = file.progress;
  if (first === undefined) return log === '' ? undefined : file.beginAnew('');
  if (log === '') return last === 0 ? file.nameLog(first) : file.beginAnew(first);
  if (log !== first) return file.beginAnew(first);
  const [place] = file.newest({}, { before: last + 1, limit: 1 });
  if (!place) return;
  const [event] = await store.readStream(place.stream, { from: place.revision, limit: 1 });
  // At the same place another may stand, by which the log has gone on since.
  const isIt = (id: string | undefined) =>
    id !== undefined && file.find(id).some(({ position }) => position === place.position);
  // Whoever deletes a stream, or has the server keep a part of it, does not put the log back.
  if (isIt(event?.id) || isIt(await store.idAt?.(BigInt(place.position)))) return;
  file.beginAnew(first);
}
