import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import { type LogBatch, start } from '../../../modules/kernel/event-store.ts';

/** A batch that was folded: settles once what it makes is written. */
export type Sent = { readonly written: Promise<void> };

/** The same, and how far the projection has come. */
export type FoldedAhead = Sent & { readonly upTo: bigint };

/** What is done with one projection; see AppliedProjection. */
type Steps = {
  /** Folds a batch, sends what it makes to the read models, and takes it for written already. */
  readonly fold: (batch: LogBatch) => Promise<FoldedAhead>;
  /** All that was folded up to a position is written. */
  readonly reached: (position: bigint) => void;
  /** Something that was sent is not known to be written: said at once, also while something is folded on top of it. */
  readonly lost: () => void;
  /** What was folded and not written counts for nothing. */
  readonly goBack: () => void;
  /** Reads the log itself from where the read models really are. */
  readonly catchUpTo: (position: bigint) => Promise<void>;
};

/**
 * Applies one batch after the other to one projection, and folds each while the ones before it are still on their way to the
 * read models (pipelining). That is safe where these do what they are asked in its order: what is read comes after what was
 * written, and each commit names the one before it, so that none counts where one before it was refused. Then all that is
 * under way is let go of, and the projection catches up from where the read models are.
 * @returns what applies a batch: resolves when the next may come
 */
export function appliedAhead({
  fold,
  reached,
  lost: drift,
  goBack,
  catchUpTo,
}: Steps): (batch: LogBatch) => Promise<Sent> {
  let turn: Promise<unknown> = Promise.resolve();
  /** Settles when everything that was sent has been answered. */
  let answered: Promise<unknown> = Promise.resolve();
  let handed = start;
  let isLost = false;

  /** One thing at a time is done with the projection. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function regain(): Promise<void> {
    await answered;
    if (!isLost) return;
    goBack();
    await catchUpTo(handed);
    isLost = false;
  }

  /** What was sent is not written: nothing that was folded on top of it is, either. */
  async function lost(reason: unknown): Promise<void> {
    if (reason instanceof CheckpointMoved) return inTurn(regain);
    await inTurn(async () => {
      await answered;
      if (isLost) goBack();
    });
    throw reason;
  }

  /** Notes that what was folded ahead is lost, before the failure is passed on: nothing more is folded on top of it. */
  function losing(reason: unknown): never {
    isLost = true;
    drift();
    throw reason;
  }

  async function foldOne(batch: LogBatch): Promise<FoldedAhead | undefined> {
    if (isLost) {
      await regain();
      return undefined;
    }
    const before = answered;
    const { written, upTo } = await fold(batch).catch(losing);
    const known = written.catch(losing);
    answered = Promise.allSettled([before, known]);
    return { written: before.then(() => known), upTo };
  }

  return async (batch) => {
    handed = batch.position;
    const sent = await inTurn(() => foldOne(batch)).catch(async (reason: unknown) => {
      await lost(reason);
      return undefined;
    });
    const written = sent?.written.then(() => {
      if (!isLost) reached(sent.upTo);
    }, lost);
    // Whoever asked hears of it in their turn.
    written?.catch(() => undefined);
    return { written: written ?? Promise.resolve() };
  };
}
