import { asOfQuery } from '../../../modules/audit/contract.ts';
import { BadSetting } from '../../start/settings/config.ts';
import type { Run } from '../run.ts';
import { withHistory } from './open-history.ts';

/**
 * Tells what a thing was at a position or time, itself included, as GETs showed it then.
 * @param at now, when it is left out
 * @throws BadSetting for what is no position and no time; NotFound where there was no such thing then
 */
export async function tellAsOf(run: Run, name: string, at: string | undefined): Promise<void> {
  const read = asOfQuery.safeParse({ at });
  if (!read.success) throw new BadSetting(`${at}: ${read.error.issues[0]?.message}`);
  await withHistory(run, async ({ travel, upToNow }) => {
    await upToNow();
    const found = await travel.asOf(name, at);
    const { state, revision, position, at: when } = found;
    const last = revision === null ? '' : `, revision ${revision}`;
    const fields = Object.entries(state ?? {}).map(([field, value]) => `${field}: ${shown(value)}`);
    const lines = [
      `${name} at position ${position} (${when}${last})`,
      ...(state ? fields : ['Nothing is shown of it.']),
    ];
    run.say(lines.join('\n'), found);
  });
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
