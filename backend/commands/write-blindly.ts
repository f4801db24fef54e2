import { type Aggregate, type Command, type Decide, fold, streamOf } from '../../modules/kernel/aggregate.ts';
import type { CommandContext, Outcome } from '../../modules/kernel/commands.ts';
import { derivedId } from '../../modules/kernel/encoding/derived.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { MakeEvent } from './append-together.ts';

type BlindWrite<State, E extends DomainEvent, C extends Command> = {
  readonly context: CommandContext;
  readonly command: C;
  readonly decide: Decide<State, E, C>;
  readonly makeEvent: MakeEvent;
};

/**
 * Appends what a command makes happen whatever is in the stream, which is not read. The ids are made from the command's, so that a store
 * knows the append again: there is nothing here on which another process could have decided otherwise.
 */
export async function writeBlindly<State, E extends DomainEvent, C extends Command>(
  store: Pick<EventStore, 'append'>,
  aggregate: Aggregate<State, E>,
  id: string,
  { context, command, decide, makeEvent }: BlindWrite<State, E, C>,
): Promise<Outcome<State, E>> {
  const stream = streamOf(aggregate, id);
  const events = decide(command, aggregate.initial);
  const appended = events.map((event, nth) => ({
    ...makeEvent(context, command, event),
    id: derivedId('blind-write', stream, context.commandId, `${nth}`),
  }));
  const { position } = await store.append(stream, 'any', appended);
  return { state: fold(aggregate, events), events, position, repeated: false };
}
