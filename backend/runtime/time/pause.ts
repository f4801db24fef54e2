import { setTimeout } from 'node:timers/promises';

/** Resolves after so many milliseconds, or at once when the signal, if there is one, aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, signal && { signal });
  } catch (reason) {
    if (!signal?.aborted) throw reason;
  }
}
