import { CheckpointMoved } from '../../../modules/kernel/errors.ts';

/** How often it is begun again because another node has moved the checkpoint meanwhile. */
const mostTries = 1_000;

/** What reads the log for itself, and how far it is. */
type Reading = {
  readonly position: bigint;
  readonly stopped: string | undefined;
  /** Begins where the read models are. */
  readonly load: () => Promise<void>;
};

/** Starts again from where the read models really are, and reads the log itself up to a position, or as far as it goes. */
export async function readUpTo(upTo: bigint, reading: Reading, readOn: () => Promise<void>): Promise<void> {
  let tries = 0;
  await reading.load();
  while (reading.position < upTo && reading.stopped === undefined) {
    const before = reading.position;
    try {
      await readOn();
    } catch (reason) {
      if (!(reason instanceof CheckpointMoved) || ++tries > mostTries) throw reason;
      await reading.load();
      continue;
    }
    if (reading.position === before) break;
  }
}
