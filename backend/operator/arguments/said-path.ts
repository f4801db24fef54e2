import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

export const isAddress = (place: string) => /^esdb(\+discover)?:/.test(place);

/**
 * A file or folder that was named at the command line, from where whoever named it stands: npm runs its scripts in the folder of the
 * project, and says in INIT_CWD where it was called. Of another script that starts this process, its own folder is meant.
 * @throws InvalidArgumentError for an address: a folder that is called like one would be made here, and whoever named it believe that all is there;
 *   and for nothing, as a variable leaves that is not set
 */
export function saidPath(path: string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(path)) throw new InvalidArgumentError('It is an address, and no path.');
  if (path === '') throw new InvalidArgumentError('It names nothing.');
  const { npm_lifecycle_event: script, INIT_CWD } = process.env;
  return script === 'operator' && INIT_CWD ? resolve(INIT_CWD, path) : path;
}

/** The same of a store: an esdb address is one wherever somebody stands. @throws InvalidArgumentError for any other address */
export function saidStore(place: string): string {
  if (isAddress(place)) return place;
  try {
    return saidPath(place);
  } catch (reason) {
    if (place === '') throw reason;
    throw new InvalidArgumentError('A store is esdb://…, or the path of a data directory.');
  }
}
