type Call = { readonly given: unknown; readonly after: unknown; readonly result: unknown };

/**
 * Lets a test ask how many of the timers run that were set for so many milliseconds since it began. All timers of the process
 * are none of its business: there are such as other tests in it have left.
 *
 * It may be used inside of fake timers, so it puts back the very functions that it found: a spy on a fake one leaves
 * `performance.now` standing still when the fake timers go.
 */
export async function watchTimers(
  milliseconds: number,
  test: (running: () => number) => void | Promise<void>,
): Promise<void> {
  const set: Call[] = [];
  const cleared: Call[] = [];
  const watched = [
    watch('setTimeout', set),
    watch('setInterval', set),
    watch('clearTimeout', cleared),
    watch('clearInterval', cleared),
  ];
  const running = () => {
    const ended = new Set(cleared.map(({ given }) => given));
    return set.filter(({ after, result }) => after === milliseconds && !ended.has(result)).length;
  };
  try {
    await test(running);
  } finally {
    for (const putBack of watched) putBack();
  }
}

/** Writes down each call of a global function; returns what puts it back. */
function watch(name: 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval', calls: Call[]): () => void {
  const found = Object.getOwnPropertyDescriptor(globalThis, name);
  const through: (...given: unknown[]) => unknown = found?.value;
  const value = (...given: unknown[]) => {
    const result = through(...given);
    calls.push({ given: given[0], after: given[1], result });
    return result;
  };
  Object.defineProperty(globalThis, name, { ...found, value });
  return () => void Object.defineProperty(globalThis, name, found ?? {});
}
