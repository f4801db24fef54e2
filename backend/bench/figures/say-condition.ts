import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Condition } from './spending.ts';

/** Milliseconds between two looks how late the event loop is. */
const lookEvery = 2;

/** Microseconds of the processor that the event loop's thread has had. */
function ofTheLoop(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/**
 * From now on knows for how long the event loop is held; each time it is asked it begins anew. By the clock that is also
 * what others have of the processor; between two turns of the event loop, what its own thread has had of it.
 */
export function watchCondition(): () => Condition {
  const lateness = monitorEventLoopDelay({ resolution: lookEvery });
  lateness.enable();
  let [before, longest] = [ofTheLoop(), 0];
  const look = () => {
    const now = ofTheLoop();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, lookEvery).unref();
  return () => {
    look();
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const held = { held: longest / 1_000, heldByClock: Math.max(0, lateness.max / 1e6 - lookEvery) };
    longest = 0;
    lateness.reset();
    return { rss, heapUsed, external, cpu: user + system, loop: before, ...held };
  };
}
