import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { PersonForgotten } from './contract.ts';

/** Somebody made an account. `passwordHash` is an argon2id hash in PHC form; it belongs in no read model and no log. */
export type AccountOpened = DomainEvent<
  'AccountOpened',
  { uid: string; email: string; name: string; passwordHash: string }
>;

/** The account is found under another name from now on, because the secret for the hashes of emails was replaced. */
export type AccountMovedOut = DomainEvent<'AccountMovedOut', { uid: string; to: string }>;

/** The account is here now; `from` is the name of its stream before. */
export type AccountMovedIn = DomainEvent<
  'AccountMovedIn',
  { uid: string; email: string; name: string; passwordHash: string; from: string }
>;

/** Somebody signed in. `accountId` names the account's stream; `expiresAt` is ISO 8601, UTC. */
export type SessionStarted = DomainEvent<'SessionStarted', { uid: string; accountId: string; expiresAt: string }>;

/** A session is over before its time: its holder signed out. */
export type SessionEnded = DomainEvent<'SessionEnded', { uid: string; because: 'signed-out' }>;

/**
 * Somebody could not sign in, for so many times `since` (ISO 8601, UTC). `accountId` is the keyed hash of the address that
 * they said, whether or not it has an account; left out where it is said of many addresses together.
 */
export type SignInFailed = DomainEvent<'SignInFailed', { accountId?: string; times: number; since: string }>;

export type AccountEvent = AccountOpened | AccountMovedOut | AccountMovedIn | PersonForgotten;
export type SessionEvent = SessionStarted | SessionEnded;

export const identityEvents = storedEvents<AccountEvent | SessionEvent | SignInFailed>({
  // The hash is sealed with the rest, so that a copy of the log alone is nothing to guess passwords against.
  AccountOpened: {
    version: 1,
    personal: { subject: ({ uid }) => uid, fields: ['email', 'name', 'passwordHash'] },
    secret: ['passwordHash'],
  },
  AccountMovedOut: { version: 1 },
  AccountMovedIn: {
    version: 1,
    personal: { subject: ({ uid }) => uid, fields: ['email', 'name', 'passwordHash'] },
    secret: ['passwordHash'],
  },
  PersonForgotten: { version: 1 },
  SessionStarted: { version: 1 },
  SessionEnded: { version: 1 },
  SignInFailed: { version: 1 },
});
