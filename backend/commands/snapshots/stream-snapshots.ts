import type { Aggregate } from '../../../modules/kernel/aggregate.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import { noIdleDay } from '../idle-day.ts';
import { KnownCommands } from '../known-commands.ts';
import type { StreamState } from '../stream-state.ts';
import type { Snapshots } from './snapshots.ts';

/** A large state is kept after more events than others, so that writing it down is never more than so much an event. */
const charactersAnEvent = 512;

/** Of a stream with many commands, new ones go into many rows of their index: so they are kept after an eighth as many, up to this. */
const most = { share: 8, events: 1_024 };

/** After how many events a snapshot that could not be written is tried again: the longer it waits, the more it has to write. */
const tryAgainAfter = 256;

/** Takes and reads snapshots of those streams whose aggregate says how. */
export class StreamSnapshots {
  readonly #snapshots: Snapshots | undefined;

  constructor(snapshots: Snapshots | undefined) {
    this.#snapshots = snapshots;
  }

  /** The stream as of its last snapshot; undefined when there is none. Whether it is of this log is still to be seen. */
  read<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, stream: string): StreamState<State> | undefined {
    const name = nameOf(aggregate, stream);
    const snapshots = this.#snapshots;
    if (!aggregate.snapshot || !snapshots || name === undefined) return undefined;
    const found = snapshots.read(name);
    if (!found) return undefined;
    const { revision, position, event, state, commands } = found;
    const known = new KnownCommands();
    known.rely({ snapshots, name, commands, upTo: revision });
    return {
      stream,
      state: aggregate.snapshot.load(JSON.parse(state)),
      revision,
      position,
      lastEvent: event,
      lastCommand: '',
      commands: known,
      idle: [],
      idleDay: noIdleDay,
      snapshot: { revision, characters: state.length },
      notWrittenAt: undefined,
      isOvertaken: false,
    };
  }

  /** Whether a snapshot is of the stream that has this event at its revision, and not of one before it. */
  isOf(event: StoredEvent, { revision, position, lastEvent }: StreamState<unknown>): boolean {
    return event.revision === revision && event.position === position && event.id === lastEvent;
  }

  forget<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, stream: string): void {
    const name = nameOf(aggregate, stream);
    if (name !== undefined) this.#trying(() => this.#snapshots?.forget(name));
  }

  /** Takes a snapshot if it is time. What cannot be written now is written with a later one. */
  take<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, stream: StreamState<State>): void {
    const name = nameOf(aggregate, stream.stream);
    const { snapshot: before, commands } = stream;
    if (!aggregate.snapshot || !this.#snapshots || name === undefined || stream.isOvertaken) return;
    const events = stream.revision - (before?.revision ?? -1n);
    if (events < dueAfter(this.#snapshots, stream)) return;
    if (stream.notWrittenAt !== undefined && stream.revision - stream.notWrittenAt < tryAgainAfter) return;
    const snapshots = this.#snapshots;
    const { revision, position, lastEvent: event } = stream;
    const state = JSON.stringify(aggregate.snapshot.save(stream.state));
    const indexed = commands.indexed?.commands ?? { count: 0, filters: [] };
    const snapshot = { revision, position, event, state, commands: indexed };
    const written = this.#trying(() =>
      snapshots.write(name, { snapshot, begun: commands.recent, over: before?.revision }),
    );
    if (written === 'overtaken') stream.isOvertaken = true;
    else if (written === undefined) stream.notWrittenAt = revision;
    else {
      commands.rely({ snapshots, name, commands: written, upTo: revision });
      stream.snapshot = { revision, characters: state.length };
      stream.notWrittenAt = undefined;
    }
  }

  /** Orders do not wait for a disk on which no snapshots can be kept. */
  #trying<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (reason) {
      if (reason instanceof Unavailable) return undefined;
      throw reason;
    }
  }
}

/** After how many events since the last snapshot the next is due. */
function dueAfter({ every }: Snapshots, { snapshot, commands }: StreamState<unknown>): number {
  const indexed = commands.indexed?.commands.count ?? 0;
  const ofCommands = Math.min(indexed / most.share, most.events);
  return Math.max(every, ofCommands, (snapshot?.characters ?? 0) / charactersAnEvent);
}

function nameOf<State, E extends DomainEvent>({ snapshot }: Aggregate<State, E>, stream: string): string | undefined {
  return snapshot && `${stream} ${snapshot.version}`;
}
