/**
 * Watches how long the event loop of this thread does not turn, in milliseconds of the thread's own CPU time: what others do
 * on a busy machine does not count.
 * @param time another clock, in milliseconds
 */
export function watchLoop(time = cpuTime): { readonly stop: () => number[] } {
  const silences: number[] = [];
  let last = time();
  let isWatching = true;
  const look = () => {
    const now = time();
    if (now - last > 1) silences.push(now - last);
    last = now;
  };
  const turn = () => {
    look();
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    /** Those of more than a millisecond, the longest first. */
    stop: () => {
      isWatching = false;
      look();
      return silences.sort((a, b) => b - a);
    },
  };
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
