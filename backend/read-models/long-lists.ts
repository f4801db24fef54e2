import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { TimeSlices } from '../runtime/scheduling/time-slices.ts';

/** A list of up to so many documents is read at once: looking something up must not wait for whoever reads everything. */
const short = 50;

/**
 * Read models whose long lists are read in turn, also those that somebody reads in short pieces. Each takes milliseconds and
 * megabytes, where another call takes neither: without this, a few hundred that are asked for at once keep everybody waiting.
 * What is at hand takes neither, and waits for nobody: on Redis four at once would be four for each answer of Redis.
 * @param atOnce how many may be under way: 1 where reading keeps the event loop busy
 */
export function longListsInTurn(readModels: ReadModels, atOnce: number): ReadModels {
  const turns = new TimeSlices({
    slice: 10,
    atOnce,
    mostWaiting: 100, // With some milliseconds each, who waits is answered within a second.
    refusal: 'Too many lists are asked for at this moment. Please try again in a moment.',
  });
  return {
    mostPerCommit: readModels.mostPerCommit,
    isInOrder: readModels.isInOrder,
    isShared: readModels.isShared,
    mayLose: readModels.mayLose?.bind(readModels),
    list: (projection, query) =>
      !query.isPiece && (query.limit <= short || readModels.isAtHand?.(projection, query))
        ? readModels.list(projection, query)
        : turns.run(() => readModels.list(projection, query), query.signal),
    get: (projection, id) => readModels.get(projection, id),
    getNow: readModels.getNow?.bind(readModels),
    getMany: (projection, ids) => readModels.getMany(projection, ids),
    count: (projection, index, key) => readModels.count(projection, index, key),
    checkpoint: (projection) => readModels.checkpoint(projection),
    commit: (projection, expected, next, changes) => readModels.commit(projection, expected, next, changes),
    drop: (projection) => readModels.drop(projection),
    forget: readModels.forget?.bind(readModels),
    wipe: () => readModels.wipe(),
    projections: () => readModels.projections(),
    anew: readModels.anew?.bind(readModels),
    scanning: readModels.scanning,
    close: () => readModels.close(),
  };
}
