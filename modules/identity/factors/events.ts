import type { DomainEvent } from '../../kernel/event.ts';
import { storedEvents } from '../../kernel/stored-events.ts';

/** In which session a person's first factor was added. */
type FirstOf = { sid?: string };

/**
 * Somebody proved with a first code that their authenticator app has the secret (base32). `step` is the half minute, counted
 * from 1970, of that code, which is not good again (RFC 6238, 5.2); `at` is ISO 8601, UTC. `sid` is the session in which it was
 * added, where it is their first factor: all others end with it. Left out of further factors, and of all before it was written down.
 */
export type TotpAdded = DomainEvent<
  'TotpAdded',
  { uid: string; factorId: string; secret: string; step: number; at: string } & FirstOf
>;

/**
 * Somebody added a passkey: what WebAuthn calls a credential, its public key (COSE) in base64url. `challenge` is the digest of
 * what it signed, which is not good again; it would have been until `until` (ISO 8601, UTC). `sid` as in TotpAdded.
 */
export type PasskeyAdded = DomainEvent<
  'PasskeyAdded',
  {
    uid: string;
    factorId: string;
    name: string;
    credentialId: string;
    publicKey: string;
    counter: number;
    transports: readonly string[];
    challenge: string;
    until: string;
    at: string;
  } & FirstOf
>;

/**
 * Which sign-in a factor finished: that of the first proof that is named so, which is spent by it; `at` is ISO 8601, UTC. Left out where
 * somebody confirmed in a session who they are, and of all before it was written down.
 */
type Finishing = { finished?: { proof: string; at: string } };

/** A code of the app proved who somebody is; it, and those before it, are good no more. */
export type TotpUsed = DomainEvent<'TotpUsed', { uid: string; factorId: string; step: number } & Finishing>;

/** A passkey proved who somebody is. */
export type PasskeyUsed = DomainEvent<
  'PasskeyUsed',
  { uid: string; factorId: string; counter: number; challenge: string; until: string } & Finishing
>;

/** New recovery codes take the place of those before. Each is kept as its digest. */
export type RecoveryCodesMade = DomainEvent<'RecoveryCodesMade', { uid: string; digests: readonly string[] }>;

/** A recovery code, by its place among those that were made, proved who somebody is. */
export type RecoveryCodeUsed = DomainEvent<'RecoveryCodeUsed', { uid: string; place: number } & Finishing>;

/**
 * A code was wrong. `proof` says beside which first proof it was tried; `at` is ISO 8601, UTC. `knownAs` says by what who tried it was
 * known beforehand: `session`, or a browser that somebody was signed in with (`browser`, and a digest of which one); left out of
 * who is not, and of all before it was told apart.
 */
export type FactorRefused = DomainEvent<'FactorRefused', { uid: string; proof: string; at: string; knownAs?: string }>;

/** Somebody took one of their factors away. With the last one the recovery codes go. */
export type FactorRemoved = DomainEvent<'FactorRemoved', { uid: string; factorId: string }>;

/** All of somebody's factors and recovery codes are over. */
export type FactorsEnded = DomainEvent<'FactorsEnded', { uid: string; because: WhyEnded }>;
export type WhyEnded = 'reset-by-operator' | 'taken-over' | 'erased';

export type FactorEvent =
  | TotpAdded
  | PasskeyAdded
  | TotpUsed
  | PasskeyUsed
  | RecoveryCodesMade
  | RecoveryCodeUsed
  | FactorRefused
  | FactorRemoved
  | FactorsEnded;

const subject = ({ uid }: { uid: string }) => uid;

export const factorEvents = storedEvents<FactorEvent>({
  TotpAdded: { version: 1, personal: { subject, fields: ['secret'] }, secret: ['secret'] },
  PasskeyAdded: {
    version: 1,
    personal: { subject, fields: ['name', 'credentialId', 'publicKey'] },
    secret: ['credentialId', 'publicKey', 'challenge'],
  },
  TotpUsed: { version: 1 },
  PasskeyUsed: { version: 1, secret: ['challenge'] },
  // Not sealed: of 120 bits of chance a digest tells nothing.
  RecoveryCodesMade: { version: 1, secret: ['digests'] },
  RecoveryCodeUsed: { version: 1 },
  FactorRefused: { version: 1 },
  FactorRemoved: { version: 1 },
  FactorsEnded: { version: 1 },
});
