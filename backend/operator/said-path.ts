import { resolve } from 'node:path';

export const isAddress = (place: string) => /^esdb(\+discover)?:/.test(place);

/**
 * A file or folder that was named at the command line, from where whoever named it stands: npm runs its scripts in the folder of the
 * project, and says in INIT_CWD where it was called. Of another script that starts this process, its own folder is meant.
 */
export function saidPath(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD } = process.env;
  return script === 'operator' && INIT_CWD ? resolve(INIT_CWD, path) : path;
}

/** The same of a store: an esdb address is one wherever somebody stands. */
export const saidStore = (place: string) => (isAddress(place) ? place : saidPath(place));
