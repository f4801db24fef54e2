import { ApiError } from '../../lib/api/api-error.ts';

/** What the shop says while it indexes its history, and when it wants to be asked again, in ms. */
export type BeingIndexed = { readonly indexing: string; readonly againMs: number };

export const isBeingIndexed = (answer: object | undefined): answer is BeingIndexed =>
  answer !== undefined && 'indexing' in answer;

/**
 * An answer, or that there is none yet: no failure, but something to wait for. What was shown before stays: then it is a
 * failure like any other.
 */
export async function orBeingIndexed<Answer extends object>(
  asking: Promise<Answer>,
  before: Answer | BeingIndexed | undefined,
): Promise<Answer | BeingIndexed> {
  try {
    return await asking;
  } catch (error) {
    const isWaiting = before === undefined || isBeingIndexed(before);
    if (!isWaiting || !(error instanceof ApiError) || error.type !== '/problems/being-prepared') throw error;
    return { indexing: error.message, againMs: error.retryAfterMs };
  }
}

/** When to ask again by oneself, for a query's `refetchInterval`. */
export function whenIndexed({ state }: { state: { data: object | undefined } }): number | false {
  return isBeingIndexed(state.data) ? Math.max(1_000, state.data.againMs) : false;
}
