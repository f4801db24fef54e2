/** How many are told in one round of the event loop: what comes of it is folded and shown in the same. */
const toldAtOnce = 64;

/** Tells those who waited for a commit what came of it, in their order. */
export type Telling = {
  /** Whether somebody has not been told yet. */
  readonly isUnderWay: boolean;
  tell(all: readonly (() => void)[]): void;
  /** Resolves when everybody has been told. */
  over(): Promise<void>;
};

/**
 * A commit may be of hundreds, and each of them goes on at once when they are told: folded, shown and answered together they
 * would keep the event loop for tens of milliseconds. So it is a few in each round of it.
 * @param toldSome called after each few, before they go on
 * @param most how many in one round
 */
export function telling(toldSome: () => void, most = toldAtOnce): Telling {
  let waiting: (() => void)[] = [];
  /** Whether a round is to come: a commit may be of nobody, too. */
  let isTelling = false;
  let over = Promise.withResolvers<void>();
  over.resolve();

  function tellSome(): void {
    const some = waiting.slice(0, most);
    waiting = waiting.slice(most);
    for (const tell of some) tell();
    toldSome();
    isTelling = waiting.length > 0;
    if (isTelling) setImmediate(tellSome);
    else over.resolve();
  }

  return {
    get isUnderWay() {
      return waiting.length > 0;
    },
    tell(all) {
      waiting.push(...all);
      if (isTelling) return;
      isTelling = true;
      over = Promise.withResolvers();
      // Not at once: what is told in the same round of the event loop as the next few is one piece with it.
      setImmediate(tellSome);
    },
    over: () => over.promise,
  };
}
