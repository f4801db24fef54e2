import type { Aggregate, Command, Decide } from './aggregate.ts';
import { derivedId, digest } from './encoding/derived.ts';
import { type Actor, type DomainEvent, type StoredEvent, system } from './event.ts';

/** Who asks, under which command id, with which payload, and as part of what. */
export type CommandContext = {
  readonly commandId: string;
  /**
   * The id that the caller's own key makes, under which they may ask for it again; left out for a call without a key. A step of the
   * call under another id cannot be asked for again by anybody: see `isKeyed`.
   */
  readonly keyedAs?: string;
  /** SHA-256 of the payload, hex. */
  readonly fingerprint: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId?: string;
  /** Why, in the words of whoever asks; mostly an operator's. */
  readonly reason?: string;
};

export type Outcome<State, E extends DomainEvent> = {
  /** The state after the command. */
  readonly state: State;
  /** The events of this command: those just appended, or those of the first time when it was a repeat. */
  readonly events: readonly E[];
  /** The position of the stream's last event that the outcome rests on; 0 for a stream without any. */
  readonly position: bigint;
  /** True when the command had been carried out before, and nothing was appended. */
  readonly repeated: boolean;
  /** Of a repeat, when the first time was written down; left out where both were decided at once. */
  readonly recordedAt?: Date;
};

/** A command, and the thing that it is about. */
export type Step<State, E extends DomainEvent> = {
  readonly aggregate: Aggregate<State, E>;
  readonly id: string;
  readonly command: Command;
  /** What the command makes happen, given what has happened. Pure, and throws a Refusal, as every decision. */
  readonly decide: (state: State) => readonly E[];
};

/** Whether the caller of a command may ask for it again: it has the id of their key, and not one that was made of it. */
export function isKeyed({ commandId, keyedAs }: CommandContext): boolean {
  return keyedAs === commandId;
}

/** What the first of two commands has come to, before it is known where its events will stand. */
export type Decided<State, E extends DomainEvent> = Pick<Outcome<State, E>, 'state' | 'events'>;

/** What is known beside the command; see `execute`. */
export type HowToExecute = {
  readonly isNew?: boolean;
  readonly isFollowed?: boolean;
  readonly isLeftAlone?: boolean;
  readonly isBlind?: boolean;
};

/** Carries out decisions on streams. */
export interface Commands {
  /**
   * Loads the state, decides, appends. Decides again when somebody else was faster. The same command id gives the
   * recorded outcome and appends nothing. What was appended says the command's name. Where a command with a key decides nothing,
   * that is appended (`NothingChanged`), so that it is known again; its outcome has no events, now and then.
   * @param how.isNew the id was made for this command: its stream is not read before the first append. Where it is there
   * all the same, because the command came before, that append is refused, and it is read then.
   * @param how.isFollowed something of the same caller follows, and only where that came to stand is asked for: the position may
   * be that of a later event of the same append. Stores that tell only the last are then not asked for the others.
   * @param how.isLeftAlone nobody is expected to come back to the stream soon: where this is its beginning, nothing is kept of it
   * in the memory, and who does come back reads its event or two.
   * @param how.isBlind a blind write: it rests on nothing that is in the stream, which need not be readable then. It is decided on
   * the initial state, and the position is that of what it appends; whether the command came before is not looked up.
   * @throws KeyUsedBefore for the same command id with another payload; Conflict when others were faster too many times.
   */
  execute<State, E extends DomainEvent, const C extends Command>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    command: C,
    decide: Decide<State, E, C>,
    how?: HowToExecute,
  ): Promise<Outcome<State, E>>;
  /**
   * `execute`, and in the same commit what follows from it on a thing that is not there yet: both, or neither. Only where
   * the store can. `followed` is undefined when only the first was carried out: it came before, or decided nothing, or
   * the thing was there. `executePair` sees to the second then.
   */
  executeWith?<First, E1 extends DomainEvent, Then, E2 extends DomainEvent>(
    context: CommandContext,
    first: Step<First, E1>,
    next: (decided: Decided<First, E1>) => Step<Then, E2>,
  ): Promise<{ readonly outcome: Outcome<First, E1>; readonly followed?: Outcome<Then, E2> }>;
  /**
   * What the same command has come to on this stream, for whoever has to know it before the stream decides; undefined where it has not
   * come to it yet. The state is that of then. Where it has come, the stream is read from its beginning.
   * @throws KeyUsedBefore for the same command id with another payload
   */
  recall<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<Outcome<State, E> | undefined>;
  /** The state as it is now, read through to the end of the stream. */
  load<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<State>;
}

/** The context of what the shop does because of an event. Its id is always the same, so doing it twice is doing it once. */
export function becauseOf(event: StoredEvent, what: string): CommandContext {
  return {
    commandId: derivedId(what, event.id),
    fingerprint: digest(what, event.id),
    actor: system,
    correlationId: event.meta.correlationId,
    causationId: event.id,
  };
}

/** The context of what the shop does by itself, because it is time: once for each subject. */
export function scheduledOnce(what: string, ...subject: readonly string[]): CommandContext {
  const commandId = derivedId(what, ...subject);
  return { commandId, fingerprint: digest(what, ...subject), actor: system, correlationId: commandId };
}
