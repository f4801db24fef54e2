import { RoundShare } from '../../runtime/scheduling/round-share.ts';

/** How many are told in one round of the event loop, and how many where somebody reads: what comes of it is folded and shown in the same. */
const toldAtOnce = { most: 64, whileRead: 32 };

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
 */
export function telling(toldSome: () => void, atOnce = toldAtOnce): Telling {
  const share = new RoundShare(atOnce);
  let waiting: (() => void)[] = [];
  /** Whether a round is to come: a commit may be of nobody, too. */
  let isTelling = false;
  let over = Promise.withResolvers<void>();
  over.resolve();

  function tellSome(): void {
    const some = waiting.slice(0, share.next);
    waiting = waiting.slice(some.length);
    for (const tell of some) tell();
    toldSome();
    isTelling = waiting.length > 0;
    if (isTelling) tellNext();
    else over.resolve();
  }

  function tellNext(): void {
    share.begin();
    setImmediate(tellSome);
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
      tellNext();
    },
    over: () => over.promise,
  };
}
