import type { Aggregate } from '../aggregate.ts';
import type { CommandContext, Commands } from '../commands.ts';
import { Bulkhead } from '../concurrency/bulkhead.ts';
import type { DomainEvent } from '../event.ts';
import { asNote, BoundedAudit, dayOf, type Noted } from './bounded-audit.ts';

/** Writes down for auditors what anybody may cause as often as they like: at most 100 times an hour, in a stream a day. */
export class AuditNotes<E extends DomainEvent> {
  readonly #commands: Commands;
  readonly #now: () => Date;
  readonly #streams: Aggregate<undefined, E>;
  readonly #command: string;
  readonly #audit: BoundedAudit;

  /** @param deps.command the name of the command that each note is said to be made by */
  constructor(deps: { commands: Commands; now: () => Date; streams: Aggregate<undefined, E>; command: string }) {
    this.#commands = deps.commands;
    this.#now = deps.now;
    this.#streams = deps.streams;
    this.#command = deps.command;
    this.#audit = new BoundedAudit({ now: deps.now });
  }

  /** Counts one more of a subject, and writes it down where that is to be. @param eventOf what is written then */
  async note(subject: string, context: CommandContext, eventOf: (noted: Noted) => E): Promise<void> {
    const noted = this.#audit.note(subject);
    if (!noted) return;
    const event = eventOf(noted);
    const command = { type: this.#command, ...(event.data as object) };
    const day = dayOf(this.#now());
    // Of a day whose stream cannot be read another one goes on: without this, a wrong guess would be answered as a failure of the shop's,
    // and be counted as none.
    for (const id of [day, `${day}-more`]) {
      const write = this.#commands.execute(this.#streams, id, asNote(context), command, () => [event]);
      if (await new Bulkhead().hold(write)) return;
    }
  }
}
