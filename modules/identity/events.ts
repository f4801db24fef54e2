import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** Somebody made an account. `passwordHash` is an argon2id hash in PHC form; it belongs in no read model and no log. */
export type AccountOpened = DomainEvent<
  'AccountOpened',
  { uid: string; email: string; name: string; passwordHash: string }
>;

/** The account is gone; its email is free again. */
export type AccountClosed = DomainEvent<'AccountClosed', { uid: string }>;

/** Somebody signed in. `accountId` names the account's stream; `expiresAt` is ISO 8601, UTC. */
export type SessionStarted = DomainEvent<'SessionStarted', { uid: string; accountId: string; expiresAt: string }>;

/** Somebody signed out. */
export type SessionEnded = DomainEvent<'SessionEnded', { uid: string }>;

export type AccountEvent = AccountOpened | AccountClosed;
export type SessionEvent = SessionStarted | SessionEnded;

export const identityEvents = storedEvents<AccountEvent | SessionEvent>({
  // The hash is sealed with the rest, so that a copy of the log alone is nothing to guess passwords against.
  AccountOpened: {
    version: 1,
    personal: { subject: ({ uid }) => uid, fields: ['email', 'name', 'passwordHash'] },
    secret: ['passwordHash'],
  },
  AccountClosed: { version: 1 },
  SessionStarted: { version: 1 },
  SessionEnded: { version: 1 },
});
