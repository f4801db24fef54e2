import { Conflict } from '../../modules/kernel/errors.ts';
import { dumpOf, rebuiltDump } from '../projections/rebuild.ts';
import { openHouse } from './open-house.ts';

/**
 * Compares the read models with what a rebuild from the first event makes of the history.
 * @throws Conflict that names the first list which differs.
 */
export async function verify(): Promise<string> {
  const house = await openHouse();
  try {
    await house.catchUp();
    const projections = house.modules.flatMap((module) => module.projections);
    const kept = await dumpOf(house.readModels, projections);
    const rebuilt = await rebuiltDump(house.store, projections);
    for (const list of new Set([...Object.keys(rebuilt), ...Object.keys(kept)])) {
      const isSame = JSON.stringify(rebuilt[list]) === JSON.stringify(kept[list]);
      if (!isSame) throw new Conflict(`The list '${list}' is not what the history makes of it.`);
    }
    return `All ${Object.keys(rebuilt).length} lists of ${projections.length} read models are what the history makes of them.`;
  } finally {
    await house.close();
  }
}
