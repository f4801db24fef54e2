import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { OwnWrites } from './own-writes.ts';

/**
 * For how long after others have written what this process itself writes counts as theirs, in milliseconds. What follows
 * from an event may be written by either, and who wrote the event answers when it sees both: so whoever was answered there
 * must find both here. Nobody waits longer than this before they answer.
 */
const aftermath = 10_000;

/**
 * Tells how far the log goes that other processes have a part in; undefined while they have none. One look into the file, of
 * about three microseconds, and of thirty right after a commit: asking SQLite whether anything changed (data_version) takes as long.
 * @param reached how far the log goes
 * @param since how far it went when it was opened
 * @param heard called when there is more of others
 */
export function foreignWrites(options: {
  readonly reached: () => bigint;
  readonly since: bigint;
  readonly own: OwnWrites;
  readonly heard: () => void;
}): () => bigint | undefined {
  const { reached, since, own, heard } = options;
  let foreign = since;
  let heardAt = Number.NEGATIVE_INFINITY;
  return () => {
    try {
      const end = reached();
      const others = own.othersUpTo(end);
      if (others > foreign) {
        foreign = others;
        heardAt = performance.now();
        heard();
      }
      if (performance.now() - heardAt < aftermath) return end;
    } catch (reason) {
      // A log that is away shows nothing new of anybody.
      if (!(reason instanceof Unavailable)) throw reason;
    }
    return foreign > since ? foreign : undefined;
  };
}
