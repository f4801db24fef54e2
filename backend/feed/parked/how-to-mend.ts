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
