import { history } from '../../kernel/history.ts';
import type { FactorEvent } from './events.ts';

/** How what happened to second factors is told: that there are any, and never what they are proved by. */
export const factorHistory = history<FactorEvent>({
  streams: ['factors'],
  events: {
    TotpAdded: {
      shows: ['uid', 'factorId', 'at'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} added an authenticator app`,
    },
    PasskeyAdded: {
      shows: ['uid', 'factorId', 'name', 'at'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} added a passkey`,
    },
    TotpUsed: {
      shows: ['uid', 'factorId'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} proved who they are by a code of their app`,
    },
    PasskeyUsed: {
      shows: ['uid', 'factorId'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} proved who they are by a passkey`,
    },
    RecoveryCodesMade: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} had recovery codes made`,
    },
    RecoveryCodeUsed: {
      shows: ['uid', 'place'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} proved who they are by a recovery code`,
    },
    FactorRefused: {
      shows: ['uid', 'at'],
      says: ({ data: { uid } }, { person }) => `A wrong code was given for the second factor of ${person(uid)}`,
    },
    FactorRemoved: {
      shows: ['uid', 'factorId'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} took a second factor away`,
    },
    FactorsEnded: {
      shows: ['uid', 'because'],
      says: ({ data: { uid } }, { actor, person }) => `${actor} ended all second factors of ${person(uid)}`,
    },
  },
});
