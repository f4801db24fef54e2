import { vi } from 'vitest';

/**
 * Lets a test ask how many of the timers run that were set for so many milliseconds since it began. All timers of the process
 * are none of its business: there are such as other tests in it have left.
 */
export async function watchTimers(
  milliseconds: number,
  test: (running: () => number) => void | Promise<void>,
): Promise<void> {
  const set = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
  const cleared = [vi.spyOn(globalThis, 'clearTimeout'), vi.spyOn(globalThis, 'clearInterval')];
  const running = () => {
    const ended = new Set<unknown>(cleared.flatMap(({ mock }) => mock.calls.map(([timer]) => timer)));
    const isRunning = (timer: unknown, after: unknown) => after === milliseconds && !ended.has(timer);
    return set.reduce(
      (sum, { mock }) => sum + mock.results.filter(({ value }, n) => isRunning(value, mock.calls[n]?.[1])).length,
      0,
    );
  };
  try {
    await test(running);
  } finally {
    for (const spy of [...set, ...cleared]) spy.mockRestore();
  }
}
