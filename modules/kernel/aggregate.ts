import { isNothingChanged } from './commands/nothing-changed.ts';
import type { DomainEvent } from './event.ts';

/**
 * A thing that decisions are made about: how its events make its state. `evolve` is pure: no clock, no ids, no I/O.
 * Its streams are called `{name}-{id}`.
 */
export type Aggregate<State, E extends DomainEvent> = {
  readonly name: string;
  readonly initial: State;
  readonly evolve: (state: State, event: E) => State;
  /** For things with long histories: how their state is kept, so that not all of it has to be read at every start. */
  readonly snapshot?: SnapshotFormat<State>;
};

/** How a state is written down as JSON, and read again. Nothing of it may be personal: nobody erases it. */
export type SnapshotFormat<State> = {
  /**
   * To be another whenever the same events make another state, or it is written in another way: what was kept in an
   * earlier version is not read.
   */
  readonly version: number;
  readonly save: (state: State) => unknown;
  readonly load: (saved: unknown) => State;
};

/** Declares how a state is kept. */
export function snapshotFormat<State, Saved>(format: {
  version: number;
  save: (state: State) => Saved;
  load: (saved: Saved) => State;
}): SnapshotFormat<State> {
  // What is read was written by the same version.
  return { ...format, load: (saved) => format.load(saved as Saved) };
}

/** What somebody wants to happen: its name in the imperative, and what about. */
export type Command<Type extends string = string> = { readonly type: Type };

/** A pure decision: what a command makes happen, given what has happened. Throws a Refusal when it must not. */
export type Decide<State, E extends DomainEvent, C extends Command = Command> = (
  command: C,
  state: State,
) => readonly E[];

/** The name of the stream in which one thing's events are kept. */
export function streamOf(aggregate: { readonly name: string }, id: string): string {
  return `${aggregate.name}-${id}`;
}

/** The state after these events. */
export function fold<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, events: Iterable<E>): State {
  let state = aggregate.initial;
  for (const event of events) if (!isNothingChanged(event)) state = aggregate.evolve(state, event);
  return state;
}
