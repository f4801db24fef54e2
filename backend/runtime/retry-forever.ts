import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { Log } from './log.ts';

const tryAgainAfter = 500;

/**
 * Does something that needs the stores. While one of them is away it says so and tries again: after a power cut
 * everything starts at the same time, and a shop that is there first has to wait.
 */
export async function retryForever(log: Log, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (reason) {
      if (!(reason instanceof Unavailable)) throw reason;
      log.warn({ err: reason }, 'a store cannot be reached; trying again');
      await setTimeout(tryAgainAfter);
    }
  }
}
