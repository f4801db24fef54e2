import { constants, getPriority, setPriority } from 'node:os';

/** By how much: a core that both want is shared three to one, so that whoever gives way still gets on. */
const step = 5;
/** In Linux each thread has a priority of its own, and this is the one that asks. */
const thisThread = 0;

/**
 * From now on this thread lets others of the process go first where there are fewer cores than threads that have something to do.
 * For whoever works ahead of when it is wanted: the event loop, and the thread that makes orders durable, are waited for by somebody.
 * Nobody else's business is changed by it: elsewhere than in Linux, where the priority would be all of the process's, nothing is.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(thisThread, Math.min(getPriority(thisThread) + step, constants.priority.PRIORITY_LOW));
  } catch {
    // Where even this is forbidden, threads are as they are.
  }
}
