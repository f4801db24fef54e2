import { constants, setPriority } from 'node:os';

/**
 * Has this process, and the threads that it starts from now on, take what others leave of the processor: whoever waits for an
 * answer of the shop goes first.
 */
export function besideTheShop(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not allow it does without.
  }
}
