import type { Outcome } from './jobs.ts';

/**
 * Whether there is room on the disk, as far as what was written last tells: a full disk refuses every write, and each that is
 * taken says that it is full no more. Whoever asks reads nothing, so that nobody waits for it.
 * @param changed told when that is another than before
 */
export function roomOnDisk(changed: (hasRoom: boolean) => void) {
  let has = true;
  return {
    has: () => has,
    note(outcome: Outcome): void {
      const isTaken = outcome.kind === 'appended' || outcome.kind === 'put';
      const isRefused = outcome.kind === 'failed' && outcome.as === 'no room';
      if (!(has ? isRefused : isTaken)) return;
      has = !has;
      changed(has);
    },
  };
}
