import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { EmailChanged, PersonForgotten } from './contract.ts';

/** Somebody made an account. `passwordHash` is an argon2id hash in PHC form; it belongs in no read model and no log. */
export type AccountOpened = DomainEvent<
  'AccountOpened',
  { uid: string; email: string; name: string; passwordHash: string }
>;

/** The account is found under another name from now on, because the secret for the hashes of emails was replaced. */
export type AccountMovedOut = DomainEvent<'AccountMovedOut', { uid: string; to: string }>;

/** The account is here now, whole; `from` is the name of its stream before. */
export type AccountMovedIn = DomainEvent<
  'AccountMovedIn',
  {
    uid: string;
    email: string;
    name: string;
    passwordHash?: string;
    isProved: boolean;
    logins: readonly string[];
    from: string;
  }
>;

/**
 * Somebody has another password: they changed it, got a new one by a mailed link because they had forgotten it, or set
 * their first one. `passwordHash` as in AccountOpened; `sid` is the session in which they did, which goes on where all others
 * end.
 */
export type PasswordChanged = DomainEvent<
  'PasswordChanged',
  { uid: string; passwordHash: string; because: 'changed' | 'recovered' | 'set'; sid?: string }
>;

/** The address of the account is its holder's: they used a link that was mailed to it, or who signed them in says so. */
export type AddressProved = DomainEvent<'AddressProved', { uid: string; by: 'link' | 'provider' }>;

/**
 * An address is kept for an account that is about to move to it, so that nobody else opens one there meanwhile. `from` is the
 * name of that account's stream, and `departure` says which one of its departures this will be, or never is.
 */
export type AddressHeld = DomainEvent<'AddressHeld', { uid: string; email: string; from: string; departure: number }>;

/** The account never came, and cannot come any more: the address is free again. */
export type AddressReleased = DomainEvent<'AddressReleased', { uid: string; from: string; departure: number }>;

/**
 * Somebody whom an issuer vouches for made an account, which has no password. `login` is how the issuer knows them: a keyed
 * hash. `isProved` is false where the demo's own issuer said so, which proves no address.
 */
export type AccountOpenedThrough = DomainEvent<
  'AccountOpenedThrough',
  { uid: string; email: string; name: string; login: string; isProved: boolean }
>;

/** From now on one can sign in to the account through an issuer, too. */
export type LoginLinked = DomainEvent<'LoginLinked', { uid: string; login: string }>;

/** And no more. */
export type LoginUnlinked = DomainEvent<'LoginUnlinked', { uid: string; login: string }>;

/**
 * The account was opened with an address that nobody had proved, and an issuer vouches for somebody else, or the same
 * person, whose it is; or they used a link that was mailed to it to set a new password: they have it now. What one could sign in to it
 * with before is good no more.
 */
export type AccountTakenOver = DomainEvent<
  'AccountTakenOver',
  { uid: string; login: string } | { uid: string; by: 'link' }
>;

/**
 * Whose login it is, of an issuer and the subject there, of which the stream's name is a keyed hash. Only an account that
 * lists the login can be signed in to with it: this says where to look.
 */
export type LoginClaimed = DomainEvent<'LoginClaimed', { uid: string; accountId: string; issuer: string }>;

/** With what somebody proved who they are. */
export type ProvedBy = 'password' | 'provider' | 'link' | 'totp' | 'passkey' | 'recovery-code';

/**
 * Somebody signed in. `accountId` names the account's stream; times are ISO 8601, UTC; `browser` is what they used, in plain
 * words.
 */
export type SessionStarted = DomainEvent<
  'SessionStarted',
  { uid: string; accountId: string; startedAt: string; expiresAt: string; by: ProvedBy; browser: string }
>;

/** In this session somebody ended others: their own elsewhere, or, as an admin, those of somebody else. */
export type OthersSignedOut = DomainEvent<'OthersSignedOut', { uid: string; sids: readonly string[] }>;

/** Somebody who is signed in proved again who they are. */
export type SessionProved = DomainEvent<'SessionProved', { uid: string; by: ProvedBy; provedAt: string }>;

/** Why a session ended: its holder did it there or from another one, an admin did, or something that befell the account. */
export type EndedBecause =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'by-admin'
  | 'password-changed'
  | 'email-changed'
  | 'taken-over'
  | 'forgotten'
  | 'reused'
  | 'too-many'
  | 'ran-out'
  | 'idle';

/** A session is over. */
export type SessionEnded = DomainEvent<'SessionEnded', { uid: string; because: EndedBecause }>;

/**
 * Somebody could not sign in, for so many times `since` (ISO 8601, UTC). `accountId` is the keyed hash of the address that
 * they said, whether or not it has an account; left out where it is said of many addresses together.
 */
export type SignInFailed = DomainEvent<'SignInFailed', { accountId?: string; times: number; since: string }>;

/**
 * Somebody wanted to sign up with an address that has an account, for so many times `since` (ISO 8601, UTC). `accountId` names the
 * account; left out where it is said of many together.
 */
export type SignUpRefused = DomainEvent<'SignUpRefused', { accountId?: string; times: number; since: string }>;

export type AccountEvent =
  | AccountOpened
  | AccountMovedOut
  | AccountMovedIn
  | PasswordChanged
  | AddressProved
  | AccountOpenedThrough
  | LoginLinked
  | LoginUnlinked
  | AccountTakenOver
  | AddressHeld
  | AddressReleased
  | EmailChanged
  | PersonForgotten;
/**
 * Somebody said that they forgot the password of an address. `accountIds` are the keyed hashes of the address, whether or
 * not it has an account: the newest, and those under the secrets of before. `expiresAt` is ISO 8601, UTC.
 */
export type RecoveryAsked = DomainEvent<'RecoveryAsked', { accountIds: readonly string[]; expiresAt: string }>;

/**
 * Nobody has the address of which somebody said that they forgot the password, and no link is mailed. Written so that the log grows by as
 * many events as where somebody has it: a position tells how far it has grown. `accountId` is the newest keyed hash of the address.
 */
export type RecoveryForNobody = DomainEvent<'RecoveryForNobody', { accountId: string }>;

/**
 * A link is to be mailed to `email`. It is good once, until `expiresAt` (ISO 8601, UTC), and for as long as the account in
 * `accountId` is of the same `generation`: it is no more once the password or the email was changed, or a login was taken away. `sid` is the
 * session in which it was asked for.
 */
export type LinkRequested = DomainEvent<
  'LinkRequested',
  {
    uid: string;
    accountId: string;
    purpose: 'recover' | 'prove' | 'change-email';
    email: string;
    generation: number;
    sid?: string;
    expiresAt: string;
  }
>;

/** Somebody used a link. */
export type LinkUsed = DomainEvent<'LinkUsed', { uid: string }>;

export type RecoveryEvent = RecoveryAsked | RecoveryForNobody;
export type LinkEvent = LinkRequested | LinkUsed;

export type SessionEvent = SessionStarted | SessionProved | SessionEnded | OthersSignedOut;

/** Said of sessions that began before it was written down. */
const unknownBrowser = 'An unknown browser';

/** Before an address could be proved, and before one could sign in from elsewhere. */
type MovedIn1 = { uid: string; email: string; name: string; passwordHash: string; from: string };

export const identityEvents = storedEvents<
  AccountEvent | RecoveryEvent | LinkEvent | LoginClaimed | SessionEvent | SignInFailed | SignUpRefused
>({
  // The hash is sealed with the rest, so that a copy of the log alone is nothing to guess passwords against.
  AccountOpened: {
    version: 1,
    personal: { subject: ({ uid }) => uid, fields: ['email', 'name', 'passwordHash'] },
    secret: ['passwordHash'],
  },
  AccountMovedOut: { version: 1 },
  AccountMovedIn: {
    version: 2,
    personal: { subject: ({ uid }) => uid, fields: ['email', 'name', 'passwordHash'] },
    secret: ['passwordHash'],
    before: {
      1: {
        personal: { subject: ({ uid }: MovedIn1) => uid, fields: ['email', 'name', 'passwordHash'] },
        secret: ['passwordHash'],
        up: (data: MovedIn1): AccountMovedIn['data'] => ({ ...data, isProved: false, logins: [] }),
      },
    },
  },
  PasswordChanged: {
    version: 1,
    personal: { subject: ({ uid }) => uid, fields: ['passwordHash'] },
    secret: ['passwordHash'],
  },
  AddressProved: { version: 1 },
  RecoveryAsked: { version: 1 },
  RecoveryForNobody: { version: 1 },
  LinkRequested: { version: 1, personal: { subject: ({ uid }) => uid, fields: ['email'] } },
  LinkUsed: { version: 1 },
  AccountOpenedThrough: { version: 1, personal: { subject: ({ uid }) => uid, fields: ['email', 'name'] } },
  LoginLinked: { version: 1 },
  LoginUnlinked: { version: 1 },
  AccountTakenOver: { version: 1 },
  LoginClaimed: { version: 1 },
  AddressHeld: { version: 1, personal: { subject: ({ uid }) => uid, fields: ['email'] } },
  AddressReleased: { version: 1 },
  EmailChanged: { version: 1, personal: { subject: ({ uid }) => uid, fields: ['email', 'before'] } },
  PersonForgotten: { version: 1 },
  SessionStarted: {
    version: 2,
    personal: { subject: ({ uid }) => uid, fields: ['browser'] },
    before: {
      1: {
        // All of them were to live for 30 days.
        up: (data: { uid: string; accountId: string; expiresAt: string }): SessionStarted['data'] => ({
          ...data,
          startedAt: new Date(new Date(data.expiresAt).getTime() - 30 * 86_400_000).toISOString(),
          by: 'password',
          browser: unknownBrowser,
        }),
      },
    },
  },
  SessionProved: { version: 1 },
  OthersSignedOut: { version: 1 },
  SessionEnded: { version: 1 },
  SignInFailed: { version: 1 },
  SignUpRefused: { version: 1 },
});
