import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { Conflict, KeyUsedBefore, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { NewEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';

/** How often it is decided anew because somebody else was faster. */
const mostTries = 20;

/** What was decided, now or the first time; and the position of its last event. */
export type Decision = { readonly events: readonly NewEvent[]; readonly position: bigint };

/**
 * Appends to a stream what an operator decides: once for each command, however often that comes. Their streams hold what people
 * do by hand, and are short enough to be read whole; one that cannot be read, or is gone, keeps no other from being decided.
 * @param decide what happens, by what stands in the stream; nothing where that has it already
 * @throws Conflict for the same command with another payload, or when others were faster too many times; DamagedStream where all that was
 * decided is gone.
 */
export async function decidedOnce(
  store: Pick<EventStore, 'readStream' | 'append'>,
  stream: string,
  { commandId, fingerprint }: Pick<CommandContext, 'commandId' | 'fingerprint'>,
  decide: (before: readonly StoredEvent[]) => Promise<readonly NewEvent[]>,
): Promise<Decision> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await store.readStream(stream, { damaged: 'told', whole: false });
    if (before.length === 0) await store.readStream(stream, { damaged: 'told' });
    const mine = before.filter(({ meta }) => meta.commandId === commandId);
    const last = mine.at(-1);
    if (last) return decidedBefore(mine, last, fingerprint);
    const events = await decide(before);
    if (events.length === 0) return { events, position: before.at(-1)?.position ?? start };
    try {
      const { position } = await store.append(stream, before.at(-1)?.revision ?? 'none', events);
      return { events, position };
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
    }
  }
  throw new Conflict('Others were faster too many times. Please try again.');
}

function decidedBefore(events: readonly StoredEvent[], last: StoredEvent, fingerprint: string): Decision {
  if (last.meta.fingerprint === fingerprint) return { events, position: last.position };
  throw new KeyUsedBefore();
}
