import type { MadeAnew } from '../../../modules/kernel/read-models.ts';
import { allDone } from '../../runtime/concurrency/all-done.ts';
import type { AppliedProjection } from '../projections/applied-projection.ts';

export type CatchingUp = {
  /** Ends it before. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each position up to which everything is applied. */
  readonly progressed?: ((position: bigint) => void) | undefined;
  /** Told why read models could not be made beside those that are shown; they are made in the other way then. */
  readonly failed?: ((reason: unknown) => void) | undefined;
};

type Steps = CatchingUp & {
  /** Says which log they are made from. */
  readonly identified: () => Promise<void>;
  /** Applies the log to its end; gives how far it has come. */
  readonly applied: () => AsyncIterable<bigint>;
};

/**
 * Makes read models from nothing, beside those that are shown: nobody sees them before they are whole, so nothing has to be
 * in order before, nor to outlast a crash.
 * @returns how far they are; undefined when they are not there, since somebody else was faster, or something failed. What has
 * to do with the log is met again when they are made in the other way.
 */
export async function madeFromNothing(
  anew: MadeAnew,
  made: readonly AppliedProjection[],
  { identified, applied, signal, progressed, failed }: Steps,
): Promise<bigint | undefined> {
  let position: bigint | undefined;
  let isInstalled = false;
  try {
    await allDone(made.map((each) => each.load()));
    await identified();
    for await (const reached of applied()) {
      position = reached;
      progressed?.(reached);
      if (signal?.aborted) return undefined;
    }
    for (const each of made) await each.record();
    isInstalled = await anew.install();
  } catch (reason) {
    if (!signal?.aborted) failed?.(reason);
  } finally {
    if (!isInstalled) await anew.abandon();
  }
  return isInstalled ? position : undefined;
}
