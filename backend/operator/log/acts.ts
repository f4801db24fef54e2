import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../../modules/kernel/commands.ts';
import type { DomainEvent, NewEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';

/** Where they stand that change nothing in the shop's own history. */
export const operationsStream = 'operations';

/** An operator replaced a key of the shop, by one step of it. What the keys are is said nowhere. */
type KeysReplaced = DomainEvent<'KeysReplaced', { step: string; kind: string }>;

/** An operator has a parked event tried again by those who could not do with it. */
type RetryWanted = DomainEvent<'RetryWanted', { eventId: string; readers: readonly string[] }>;

/** An operator made a backup, up to a position of the log. Where it is, the log does not say. */
type BackupMade = DomainEvent<'BackupMade', { position: string; bytes: number }>;

/** An operator put a backup in the place of what was lost. */
type BackupRestored = DomainEvent<'BackupRestored', { madeAt: string; position: string }>;

/** What operators do that changes nothing in the shop's own history: who and why are each event's actor and reason. */
export type OperatorAct = KeysReplaced | RetryWanted | BackupMade | BackupRestored;

export const operatorEvents = storedEvents<OperatorAct>(
  {
    KeysReplaced: { version: 1 },
    RetryWanted: { version: 1 },
    BackupMade: { version: 1 },
    BackupRestored: { version: 1 },
  },
  { stream: operationsStream },
);

/** An act to be written down. */
export function actEvent(
  act: OperatorAct,
  command: string,
  by: CommandContext,
  { id = randomUUID() as string, now = new Date() } = {},
): NewEvent<OperatorAct> {
  return { ...act, id, meta: { schema: 1, time: now.toISOString(), command, ...by } };
}

/** Writes an act down. */
export async function record(store: EventStore, act: OperatorAct, command: string, by: CommandContext): Promise<void> {
  await store.append(operationsStream, 'any', [actEvent(act, command, by)]);
}
