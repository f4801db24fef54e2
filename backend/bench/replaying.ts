import { join } from 'node:path';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { progressTo } from '../feed/subscription/progress.ts';
import { openModules } from '../operator/open-modules.ts';
import { openWrittenBehind } from '../read-models/behind/written-behind.ts';
import { readConfig } from '../start/settings/config.ts';

/** What a replay took, all of it until the last document is in the file. */
export type Replayed = {
  readonly events: number;
  readonly seconds: number;
  /** Seconds of the processor, of all threads. */
  readonly cpu: number;
  /** How many bytes more were resident than before, at the most. */
  readonly resident: number;
};

/**
 * A process of its own that replays a shop's log into read models that are not there yet, as a shop does at its start: sealed
 * events into all of its projections, by the thread that reads ahead, into documents that are written behind.
 */
const [, , dataDir = ''] = process.argv;
const wired = await openModules(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'none' }));
const readModels = openWrittenBehind({ file: join(dataDir, 'replayed.db') });
const projections = wired.modules.flatMap((module) => module.projections);
const runner = new ProjectionRunner(projections, readModels, wired.store);
const from = await runner.open();
const to = await wired.store.head();
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 100);
const tell = progressTo({ from, to }, ({ events, of, perSecond }) => {
  console.error(`${events} of ${of} events, ${perSecond} a second`);
});
const [begun, used] = [performance.now(), process.cpuUsage()];
await runner.catchUp(from, { progressed: tell });
await readModels.flush();
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(used);
clearInterval(watch);
const events = Number(to - from);
const replayed: Replayed = { events, seconds, cpu: (user + system) / 1e6, resident: most - before };
process.send?.(replayed);
await readModels.close();
await wired.close();
