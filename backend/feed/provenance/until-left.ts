import { AccessRefused } from '../../../modules/kernel/errors.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { pause } from '../../runtime/time/pause.ts';
import { keptEvery, type LogIdentity } from './log-identity.ts';

/** Milliseconds that whoever waits looks. */
export type Leaving = {
  /** For so long nobody may have said that they are kept, until it is believed that nobody keeps them. */
  readonly quietFor: number;
  /** For so long somebody may say it: nodes under which the log was exchanged notice within seconds, and leave off. */
  readonly patience: number;
};

const usual: Leaving = { quietFor: 5 * keptEvery, patience: 6 * keptEvery };
/** Milliseconds between two looks. */
const lookAgain = 500;

/**
 * Waits until read models of another log are kept by nobody: a shop that has a log of its own may show them, under the same prefix of the
 * same Redis, and what is dropped here would be gone for its customers.
 * @throws AccessRefused where it is so
 */
export async function untilLeft(
  identity: LogIdentity,
  readModels: Pick<ReadModels, 'get' | 'isShared'>,
  { quietFor, patience }: Leaving = usual,
): Promise<void> {
  if (!readModels.isShared) return;
  const begun = performance.now();
  let quietSince = begun;
  let said = await identity.keptByOthers(readModels);
  while (said !== undefined && performance.now() - quietSince < quietFor) {
    await pause(lookAgain);
    const now = await identity.keptByOthers(readModels);
    if (now !== said) quietSince = performance.now();
    said = now;
    if (said !== undefined && quietSince - begun > patience) throw keptByOthers();
  }
}

/** The refusal of a start on read models that a shop with another log keeps. */
export function keptByOthers(): AccessRefused {
  return new AccessRefused(
    'READ_MODELS names read models that a running shop with another event log keeps. ' +
      'Name another database of that Redis, or give one of the two another EVENT_STORE_PREFIX.',
  );
}
