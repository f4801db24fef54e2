/**
 * Does what keeps the event loop for milliseconds when its turn has come: hundreds may ask at once, each for something else.
 * @param how.isSurvey whether it goes through all tools, whatever is looked for
 * @param how.signal gives the turn back when it aborts
 * @throws Busy when too many wait already
 */
export type InTurn = <Result>(
  work: () => Result,
  how?: { readonly isSurvey?: boolean; readonly signal?: AbortSignal | undefined },
) => Promise<Result>;
