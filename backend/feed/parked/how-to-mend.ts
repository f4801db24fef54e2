import { buildStream } from '../../builds/build-events.ts';
import { skippedStream } from './skipped-events.ts';

/** What an operator says again, where what they have decided cannot be read; of any other stream nothing. */
export function howToMend(stream: string): string {
  switch (stream) {
    case skippedStream:
      return " What it had passed over is parked again where it is met: 'parked skip' that again, then this.";
    case buildStream:
      return " All is as before it: 'projections' says which builds are shown; 'rebuild', 'promote' or 'rollback' what should be another, then 'parked skip' this.";
    default:
      return '';
  }
}

/** The same where the store does not show all of such a stream any more. */
export const howToMendCut =
  ' What was decided there counts as not made. Take $maxCount, $maxAge and $tb out of its metadata, and start each node again; where it was scavenged, make it again and skip this.';
