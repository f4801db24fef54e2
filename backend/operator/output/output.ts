import { NotWell, sayWhatFailed } from '../arguments/failures.ts';

let isOnlyForReader = false;

/** The command does nothing but print, maybe for ever: it has done all that is wanted once nobody reads any more. */
export function endWithReader(): void {
  isOnlyForReader = true;
}

/**
 * Minds what becomes of what is printed. Whoever reads no further, such as `head`, ends no work and changes nothing in how it
 * ends: 0 would say that all is well before anybody knows. What cannot be written, as on a full disk, is a failure in one line.
 */
export function mindOutput(): void {
  process.stdout.on('error', (reason: NodeJS.ErrnoException) => {
    if (reason.code !== 'EPIPE') {
      sayWhatFailed(new NotWell(`What it says could not be written: ${reason.message}`));
      process.exit(1);
    }
    if (isOnlyForReader) process.exit(0);
  });
}
