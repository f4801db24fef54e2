import { randomUUID } from 'node:crypto';
import { type DomainEvent, type NewEvent, system } from '../../../modules/kernel/event.ts';

/** An event as the shop would append it, of a command of its own; for histories that are written past the shop. */
export function newEvent(event: DomainEvent): NewEvent {
  const commandId = randomUUID();
  return {
    ...event,
    id: randomUUID(),
    meta: {
      schema: 1,
      time: new Date().toISOString(),
      actor: system,
      command: 'Test',
      commandId,
      fingerprint: commandId,
      correlationId: commandId,
    },
  };
}
