import { hasPassed } from '../../kernel/time/clock-ahead.ts';
import type { OpenQuestion } from '../read-models/open-questions.ts';

const minute = 60_000;
/** The longest time between two tries, in milliseconds. */
const longest = 15 * minute;

const idOf = ({ paymentId, refundId, dispute }: OpenQuestion) => `${paymentId} ${refundId ?? dispute?.disputeId ?? ''}`;

/**
 * Back-off: the questions that this node had no answer to when it asked last. They come after all others, the one that was asked longest
 * ago first. Without this, as many as are asked at a time would keep those behind them waiting for ever. Never more than are open.
 */
export class Unanswered {
  #tries = new Map<string, { readonly times: number; readonly at: number; readonly isAway: boolean }>();

  /** Which of them were not in vain so far; and which were, in the order in which they are to be asked again. */
  divide(due: readonly OpenQuestion[]): { readonly fresh: OpenQuestion[]; readonly again: OpenQuestion[] } {
    const triedAt = (question: OpenQuestion) => this.#tries.get(idOf(question))?.at;
    const again = due.filter((question) => triedAt(question) !== undefined);
    return {
      fresh: due.filter((question) => triedAt(question) === undefined),
      again: again.sort((one, other) => (triedAt(one) ?? 0) - (triedAt(other) ?? 0)),
    };
  }

  /** Whether to ask again while the provider answers nothing else: after 1, 2, 4 and 8 minutes, then every 15. */
  isToTry(question: OpenQuestion, now: number): boolean {
    const tried = this.#tries.get(idOf(question));
    return tried === undefined || hasPassed(Math.min(2 ** (tried.times - 1) * minute, longest), tried.at, now);
  }

  /** @param isAway whether the provider seemed to be away; else nothing can be said of this question alone */
  wasInVain(question: OpenQuestion, now: number, isAway: boolean): void {
    const { times } = this.#tries.get(idOf(question)) ?? { times: 0 };
    this.#tries.set(idOf(question), { times: times + 1, at: now, isAway });
  }

  wasAnswered(question: OpenQuestion): void {
    this.#tries.delete(idOf(question));
  }

  /** Forgets what is not open any more. */
  keep(open: readonly OpenQuestion[]): void {
    const ids = new Set(open.map(idOf));
    this.#tries = new Map([...this.#tries].filter(([id]) => ids.has(id)));
  }

  /** Whether the provider seemed to be away when one of them was asked last. */
  get seemedAway(): boolean {
    return [...this.#tries.values()].some(({ isAway }) => isAway);
  }
}
