import { Conflict } from '../../modules/kernel/errors.ts';
import { dumpOf, rebuiltDump } from '../feed/rebuild.ts';
import { openModules } from './open-modules.ts';
import type { Progress } from './progress-line.ts';

/**
 * Compares the read models with what a rebuild from the first event makes of the history.
 * @throws Conflict that names the first list which differs.
 */
export async function verify(progress: Progress): Promise<{ readonly lists: number; readonly projections: number }> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const projections = wired.modules.flatMap((module) => module.projections);
    const kept = await dumpOf(wired.readModels, projections);
    const rebuilt = await rebuiltDump(wired.store, projections, ({ events, of }) => progress.reached(events, of));
    for (const list of new Set([...Object.keys(rebuilt), ...Object.keys(kept)])) {
      const isSame = JSON.stringify(rebuilt[list]) === JSON.stringify(kept[list]);
      if (!isSame) throw new Conflict(`The list '${list}' is not what the history makes of it.`);
    }
    return { lists: Object.keys(rebuilt).length, projections: projections.length };
  } finally {
    await wired.close();
  }
}
