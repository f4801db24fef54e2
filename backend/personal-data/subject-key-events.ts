import type { DomainEvent } from '../../modules/kernel/event.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';
import type { SubjectKeyDestroyed } from '../../modules/people/contract.ts';

/** A key came to be. `digest` is its SHA-256, hex: what the record beside the log says can be held against it. */
export type SubjectKeyCreated = DomainEvent<'SubjectKeyCreated', { uid: string; keyId: string; digest: string }>;

export type SubjectKeyEvent = SubjectKeyCreated | SubjectKeyDestroyed;

export const subjectKeyEvents = storedEvents<SubjectKeyEvent>(
  { SubjectKeyCreated: { version: 1 }, SubjectKeyDestroyed: { version: 1 } },
  { stream: 'subject-key-{uid}' },
);
