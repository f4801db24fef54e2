import type { Aggregate } from '../../modules/kernel/aggregate.ts';
import { isNothingChanged } from '../../modules/kernel/commands/nothing-changed.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import { type IdleDay, noIdleDay, withIdleCall } from './idle-day.ts';
import { KnownCommands } from './known-commands.ts';

/** Of so many events that stand together it is kept where. */
const longRun = 50n;

/** Revisions of events that stand together. */
type Run = { readonly from: bigint; to: bigint };

/** A stream as far as this process has read it. */
export type StreamState<State> = {
  readonly stream: string;
  state: State;
  /** The last event folded in: its revision (-1 before the first), its position (0 before the first), id and command. */
  revision: bigint;
  position: bigint;
  lastEvent: string;
  lastCommand: string;
  readonly commands: KnownCommands;
  /** Where many calls stand together that changed nothing, in their order: whoever asks for a state of before need not read them. */
  readonly idle: Run[];
  /** How many calls of people changed nothing on the last day on which one did. */
  idleDay: IdleDay;
  /** The last snapshot of it: its revision, and how many characters the state has in it. */
  snapshot: { readonly revision: bigint; readonly characters: number } | undefined;
  /** At which revision the next could not be written, if so. */
  notWrittenAt: bigint | undefined;
  /** Whether another process has written a snapshot since: then this one writes no more. */
  isOvertaken: boolean;
};

/** A stream before its first event. */
export function beginning<State, E extends DomainEvent>(
  { initial }: Aggregate<State, E>,
  stream: string,
): StreamState<State> {
  return {
    stream,
    state: initial,
    revision: -1n,
    position: 0n,
    lastEvent: '',
    lastCommand: '',
    commands: new KnownCommands(),
    idle: [],
    idleDay: noIdleDay,
    snapshot: undefined,
    notWrittenAt: undefined,
    isOvertaken: false,
  };
}

/** Folds further events of the stream into its state. */
export function advance<State, E extends DomainEvent>(
  aggregate: Aggregate<State, E>,
  stream: StreamState<State>,
  events: readonly StoredEvent[],
): void {
  for (const stored of events) {
    const event = stored as StoredEvent<E>; // A stream holds the events of its own aggregate only.
    if (isNothingChanged(event)) {
      noteIdle(stream.idle, event.revision);
      stream.idleDay = withIdleCall(stream.idleDay, event.meta);
    } else stream.state = aggregate.evolve(stream.state, event);
    stream.revision = event.revision;
    stream.position = event.position;
    stream.lastEvent = event.id;
    const { commandId } = event.meta;
    // The events of one command stand together.
    if (commandId !== stream.lastCommand) stream.commands.add(commandId, event.revision);
    stream.lastCommand = commandId;
  }
}

/** Of runs that are over, the short ones are dropped. */
function noteIdle(idle: Run[], revision: bigint): void {
  const last = idle.at(-1);
  if (last && last.to === revision - 1n) {
    last.to = revision;
    return;
  }
  if (last && last.to - last.from + 1n < longRun) idle.pop();
  idle.push({ from: revision, to: revision });
}
