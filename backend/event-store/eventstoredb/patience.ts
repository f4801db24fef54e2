import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { backOff } from '../../runtime/back-off.ts';
import { pause } from '../../runtime/pause.ts';
import { refusalOf } from './refusal.ts';
import { isPassing } from './trouble.ts';

/** Back-off between the tries of one call, in milliseconds. */
const pace = { first: 100, most: 1_000 };

/** One try: which it is, from 1, and how many milliseconds it may take. */
export type Try = { readonly number: number; readonly limit: number };

/** How long the caller waits in all, and for one try, in milliseconds. */
export type Patience = { readonly inAll: number; readonly each: number };

/**
 * Tries again what failed for a passing reason, until patience runs out.
 * @throws Unavailable when it has.
 * @throws AccessRefused when the server does not let us in.
 */
export async function patiently<T>({ inAll, each }: Patience, attempt: (attempt: Try) => Promise<T>): Promise<T> {
  const end = performance.now() + inAll;
  const left = () => end - performance.now();
  for (let number = 1; ; number += 1) {
    const limit = Math.min(each, left());
    try {
      if (limit <= 0) throw new Unavailable('There was no time left to try.');
      return await within(limit, attempt({ number, limit }));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw refusal;
      if (!isPassing(error)) throw error;
      const wait = backOff(number, pace);
      if (left() <= wait) throw new Unavailable('EventStoreDB cannot be reached.', { cause: error });
      await pause(wait);
    }
  }
}

/** The client has steps without a deadline: finding the leader of a cluster, and waiting for a connection. */
async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const tooLate = setTimeout(limit, undefined, { signal: done.signal }).then(() => {
    throw new Unavailable(`EventStoreDB did not answer within ${Math.round(limit)} ms.`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    // What is decided is decided: neither may fail later where nobody listens.
    work.catch(() => undefined);
    tooLate.catch(() => undefined);
    done.abort();
  }
}
