import { expect } from 'vitest';

/** Looks again and again until it is so. The patience is for a busy machine: nothing waits that long unless it fails. */
export function eventually<T>(look: () => T, about?: string) {
  return expect.poll(look, { timeout: 60_000, interval: 50, ...(about && { message: about }) });
}
