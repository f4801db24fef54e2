import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { backOff } from '../../../runtime/retries/back-off.ts';
import { pause } from '../../../runtime/time/pause.ts';
import { timeLimit } from '../../../runtime/time/time-limits.ts';
import { refusalOf } from './refusal.ts';
import { isFault, isPassing, unavailable } from './trouble.ts';

/** Back-off between the tries of one call, in milliseconds. */
export const pace = { first: 100, most: 1_000 };

/** One try. */
export type Try = {
  /** Which it is, from 1. */
  readonly number: number;
  /** How many milliseconds it may take; the server may be silent for so long when it says one thing after the other. */
  readonly limit: number;
  /** To be called when the server has said something new: the time begins anew. */
  readonly heard: () => void;
  /** Whether its time was up: nobody waits for it any more. */
  readonly isOver: () => boolean;
  /** Calls this once, instead of what was named before, when its time is up. */
  readonly whenOver: (giveUp: () => void) => void;
};

/** How long the caller waits in all, and for one try, in milliseconds. */
export type Patience = { readonly inAll: number; readonly each: number };

/**
 * Tries again what failed for a reason that passes, or may, until patience runs out.
 * @throws Unavailable when it has.
 * @throws AccessRefused when the server does not let us in.
 */
export async function patiently<T>({ inAll, each }: Patience, attempt: (attempt: Try) => Promise<T>): Promise<T> {
  let end = performance.now() + inAll;
  const left = () => end - performance.now();
  const heard = () => {
    end = performance.now() + inAll;
  };
  for (let number = 1; ; number += 1) {
    const limit = Math.min(each, left());
    try {
      if (limit <= 0) throw new Unavailable('There was no time left to try.');
      return await within({ number, limit, heard }, attempt);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw refusal;
      if (!isPassing(error) && !isFault(error)) throw error;
      const wait = backOff(number, pace);
      if (left() <= wait) throw unavailable(error);
      await pause(wait);
    }
  }
}

/** The client has steps without a deadline: finding the leader of a cluster, and waiting for a connection. */
function within<T>(
  { number, limit, heard }: Pick<Try, 'number' | 'limit' | 'heard'>,
  begin: (attempt: Try) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let giveUp = () => {};
    const time = timeLimit(limit, () => {
      isOver = true;
      reject(new Unavailable(`EventStoreDB did not answer within ${Math.round(limit)} ms.`));
      giveUp();
    });
    begin({
      number,
      limit,
      heard() {
        if (isOver) return;
        heard();
        time.refresh();
      },
      isOver: () => isOver,
      whenOver(then) {
        giveUp = then;
      },
    })
      .finally(time.end)
      // What is decided is decided: what comes after that is heard by nobody.
      .then(resolve, reject);
  });
}
