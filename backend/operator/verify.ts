import { Conflict } from '../../modules/kernel/errors.ts';
import { dumpOf, rebuiltDump } from '../feed/rebuild.ts';
import { openModules } from './open-modules.ts';

/**
 * Compares the read models with what a rebuild from the first event makes of the history.
 * @throws Conflict that names the first list which differs.
 */
export async function verify(): Promise<string> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const projections = wired.modules.flatMap((module) => module.projections);
    const kept = await dumpOf(wired.readModels, projections);
    const rebuilt = await rebuiltDump(wired.store, projections, ({ events, of, perSecond }) => {
      console.error(`${events} of ${of} events, ${perSecond} a second`);
    });
    for (const list of new Set([...Object.keys(rebuilt), ...Object.keys(kept)])) {
      const isSame = JSON.stringify(rebuilt[list]) === JSON.stringify(kept[list]);
      if (!isSame) throw new Conflict(`The list '${list}' is not what the history makes of it.`);
    }
    return `All ${Object.keys(rebuilt).length} lists of ${projections.length} read models are what the history makes of them.`;
  } finally {
    await wired.close();
  }
}
