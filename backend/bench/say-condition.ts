import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Condition } from './spending.ts';

/** Milliseconds between two looks how late the event loop is. */
const lookEvery = 2;

/** From now on knows for how long the event loop is held; each time it is asked it begins anew. */
export function watchCondition(): () => Condition {
  const lateness = monitorEventLoopDelay({ resolution: lookEvery });
  lateness.enable();
  return () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const [all, loop] = [process.cpuUsage(), process.threadCpuUsage()];
    const held = Math.max(0, lateness.max / 1e6 - lookEvery);
    lateness.reset();
    return { rss, heapUsed, external, cpu: all.user + all.system, loop: loop.user + loop.system, held };
  };
}
