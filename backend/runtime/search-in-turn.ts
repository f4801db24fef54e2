import { TimeSlices } from './time-slices.ts';

/** As many as the calls that are carried out at once (calls-in-flight.ts): nobody whose call was taken is refused. */
const mostWaiting = 512;

const turns = new TimeSlices({
  slice: 5,
  atOnce: 1,
  mostWaiting,
  refusal: 'Too many things are looked for at this moment. Please try again in a moment.',
});

/**
 * Looks something up in the memory when its turn has come. Each keeps the event loop for less than some milliseconds, but all that were
 * asked for at once would keep it together: they wait for the same news of the log, and go on in one round.
 * @throws Busy when too many wait already
 */
export function searchInTurn<Result>(work: () => Result): Promise<Result> {
  return turns.run(async () => work());
}
