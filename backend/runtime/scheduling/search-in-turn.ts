import type { InTurn } from '../../../modules/kernel/concurrency/in-turn.ts';
import { TimeSlices } from './time-slices.ts';

/** In milliseconds: what of a round of the event loop may begin with each. */
const slice = 5;
const refusal = 'Too many things are looked for at this moment. Please try again in a moment.';
/** Fewer of both, and of long lists, than there are places for calls (calls-in-flight.ts), so that orders find one while much is looked for. */
const searches = new TimeSlices({ slice, atOnce: 1, mostWaiting: 256, refusal });
const surveys = new TimeSlices({ slice, atOnce: 1, mostWaiting: 200, refusal });

/**
 * Looks something up in the memory when its turn has come. Each keeps the event loop for some milliseconds at the most, but all that were
 * asked for at once would keep it together: they wait for the same news of the log, and go on in one round. Whoever searches waits
 * for no survey of all tools, which takes longer.
 */
export const searchInTurn: InTurn = (work, { isSurvey = false, signal } = {}) =>
  (isSurvey ? surveys : searches).runAtOnce(work, signal);
