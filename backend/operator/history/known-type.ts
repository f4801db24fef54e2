import { BadSetting } from '../../start/settings/config.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Refuses a type of events that is mistyped: without this, nothing of the kind would seem to have happened. What is in the log is
 * none, whether or not this release knows it: a newer one may have written it.
 * @param isInLog asked only of a type that this release does not know
 */
export async function refuseUnknownType(
  type: string | undefined,
  isInLog: (type: string) => boolean | Promise<boolean>,
): Promise<void> {
  if (type === undefined || eventDeclarations.has(type) || (await isInLog(type))) return;
  const meant = nearestName(type, eventDeclarations.keys());
  const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new BadSetting(`--type: ${type} is no type of events, of this release or in the log.${suggestion}`);
}
