import { pause } from '../../runtime/time/pause.ts';

/** Milliseconds after a failure until it is done again, however often somebody asks. */
const again = 100;

/** Does something when it is asked for, unless it is being done already. What it fails at, somebody else says. */
export function atOnce(work: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let doing: Promise<void> | undefined;
  return () => {
    doing ??= work()
      .catch(() => pause(again, signal))
      .then(() => {
        doing = undefined;
      });
    return doing;
  };
}
