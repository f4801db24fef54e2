import { TimeSlices } from './time-slices.ts';

/**
 * Cooperative scheduling of what takes long and is no answer: reading the log, and applying it to read models. Whoever does
 * such work on SQLite, which keeps the event loop while it works, does it piece by piece in here; all of it together then
 * leaves the loop to others every few milliseconds, also while millions of events are replayed.
 *
 * A process has one event loop, and so there is one of these.
 */
export const background = new TimeSlices({
  slice: 2,
  // Several, so that one that waits for another process's lock holds up nobody.
  atOnce: 8,
  mostWaiting: Number.POSITIVE_INFINITY,
  refusal: 'Too much is being done.',
});

/** How many events or documents a piece has at most: what SQLite does in about five milliseconds. */
export const pieceOfWork = 128;
