import { expect } from 'vitest';
import { type Aggregate, fold } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';

/**
 * A decision as a sentence: given what has happened, when this is asked, then that happens.
 *
 *   given(booking, toolBooked()).when((state) => deleteBooking({ bookingId: 'b1', by: 'u1' }, state)).then(bookingDeleted());
 *
 * `toolBooked` is a builder of the module's examples.ts, which has one for each of its events: the usual case, but for
 * what the sentence is about.
 *
 *   export const toolBooked = (but: Partial<ToolBooked['data']> = {}): ToolBooked => ({
 *     type: 'ToolBooked',
 *     data: { bookingId: 'b1', uid: 'u1', ...but },
 *   });
 */
export function given<State, E extends DomainEvent>(
  aggregate: Aggregate<State, E>,
  ...past: readonly NoInfer<E>[]
): { when: (decide: (state: State) => readonly E[]) => Decided<E> } {
  return { when: (decide) => decided(() => decide(fold(aggregate, past))) };
}

type Decided<E extends DomainEvent> = {
  /** Exactly these events, in this order. */
  then: (...expected: readonly [E, ...E[]]) => void;
  /** It is allowed, and changes nothing. */
  thenNothing: () => void;
  /** It is refused: with this class of error and, if given, with words like these. */
  thenThrows: (refusal: new (...parameters: never[]) => Error, words?: RegExp) => void;
};

function decided<E extends DomainEvent>(decide: () => readonly E[]): Decided<E> {
  // A decision is no promise; but a spec that returns one without a `then` is awaited by the runner, and so fails.
  const then = (...expected: readonly E[]) => expect(decide()).toEqual(expected);
  return {
    then,
    thenNothing: () => expect(decide()).toEqual([]),
    thenThrows: (refusal, words = /./) => {
      expect(decide).toThrow(refusal);
      expect(decide).toThrow(words);
    },
  };
}
