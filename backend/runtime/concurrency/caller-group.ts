import { Annotation } from '../../../modules/kernel/memory/annotation.ts';

/** Where calls come from, by the signals that abort when their callers hang up. */
const groups = new Annotation<AbortSignal, string>();

/** Says where the call of a signal comes from, under the name that its address is counted by. */
export function inGroup(signal: AbortSignal, group: string): AbortSignal {
  groups.set(signal, group);
  return signal;
}

/** The group of what the shop does by itself, and of what a change looks up as it is decided: nobody says then where it comes from. */
export const itself = '';

/** The group of a call. */
export function groupOf(signal: AbortSignal | undefined): string {
  return (signal && groups.get(signal)) ?? itself;
}
