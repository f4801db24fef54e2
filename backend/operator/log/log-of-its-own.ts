import { randomUUID } from 'node:crypto';
import type { Actor, DomainEvent, NewEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';
import { firstEventOf } from '../../feed/provenance/first-event.ts';

const originStream = 'log-origin';

export type LogCopied = DomainEvent<'LogCopied', Record<string, never>>;

export const copyEvents = storedEvents<LogCopied>({ LogCopied: { version: 1 } }, { stream: originStream });

/** Whether an event is about the log that it stands in, and would be wrong in another: it speaks of positions. */
export function isOfOneLogOnly({ stream }: StoredEvent): boolean {
  return stream === originStream;
}

/**
 * Gives an empty log a first event of its own. The first event is what read models know their log by: those of the
 * original stand at its positions, and must not be taken for those of the copy.
 */
export async function markAsCopy(
  log: EventStore,
  {
    by: actor,
    reason,
    command,
  }: { readonly by: Actor; readonly reason?: string | undefined; readonly command: string },
): Promise<void> {
  if (await firstEventOf(log)) return;
  const id = randomUUID();
  const time = new Date().toISOString();
  const meta = { schema: 1, time, actor, command, commandId: id, fingerprint: id, correlationId: id };
  const why = reason === undefined ? {} : { reason };
  const event: NewEvent = { id, type: 'LogCopied', data: {}, meta: { ...meta, ...why } };
  await log.append(originStream, 'none', [event]);
}
