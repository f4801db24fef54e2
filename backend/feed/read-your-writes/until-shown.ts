import type { ProjectionRunner } from '../projection-runner.ts';
import type { ReactorRunner } from '../reactor-runner.ts';

/** Up to where somebody wants to be shown what happened, and of which call it was: that may have written more than what stands there. */
export type Wanted = { readonly position: bigint; readonly correlationId?: string | undefined };

/**
 * Waits until every GET shows what happened up to a position, and what the shop did because of it.
 * @param awaited the reactors whose reactions an answer waits for
 * @param patience milliseconds for all of it: with as many for each, reactors that hang would keep an answer waiting one after the other
 * @returns false when that takes too long, or is held up
 */
export async function untilShown(
  { position, correlationId }: Wanted,
  projections: Pick<ProjectionRunner, 'applied' | 'whenApplied'>,
  awaited: readonly ReactorRunner[],
  patience: number,
): Promise<boolean> {
  const until = performance.now() + patience;
  if (!(await projections.whenApplied(position, patience))) return false;
  let last = position;
  let isSettled = true;
  for (const runner of awaited) {
    const settling = runner.whenSettled(position, leftOf(until));
    if (settling) await settling;
    if (runner.lastAppended > last) last = runner.lastAppended;
    if (runner.isBehind(position, correlationId)) isSettled = false;
  }
  // What came of it is shown already, mostly, since mostly nothing did.
  if (!isSettled || last <= projections.applied) return isSettled;
  return projections.whenApplied(last, leftOf(until));
}

/** How many milliseconds are left until a moment of `performance.now()`. */
const leftOf = (until: number) => Math.max(0, until - performance.now());
