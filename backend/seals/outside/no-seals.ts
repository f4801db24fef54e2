import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { outsideOf, type SealEvent } from '../last-sealed.ts';
import { isSeal } from '../log-sealed.ts';
import { type BrokenOff, lineOf } from './outside-file.ts';

/** Lines in files of seals that are no seals. */
export type NoSeals = { readonly damaged: number; readonly brokenOff: readonly BrokenOff[] };

/**
 * Of how many of them it is not known what they said. A shop that ended while it wrote leaves the beginning of the seal that it
 * had put into the log just before: where that is still there, nothing is lost.
 */
export function linesLost(found: NoSeals | undefined, inLog: readonly StoredEvent[]): number {
  if (!found) return 0;
  const isInLog = ({ text, number }: BrokenOff) =>
    inLog.some(
      (event) =>
        event.revision === BigInt(number) && isSeal(event) && lineOf(outsideOf(event as SealEvent)).startsWith(text),
    );
  return found.damaged + found.brokenOff.filter((each) => !isInLog(each)).length;
}
