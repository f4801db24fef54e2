import { history, withheldHistory } from '../kernel/history.ts';
import type {
  AccountEvent,
  LinkEvent,
  LoginClaimed,
  RecoveryEvent,
  SessionEvent,
  SignInFailed,
  SignUpRefused,
} from './events.ts';

/** How what happened to accounts is told. What opens one is in no list of what is shown, nor is what names a session. */
export const accountHistory = history<
  AccountEvent | RecoveryEvent | LinkEvent | LoginClaimed | SignInFailed | SignUpRefused
>({
  streams: ['account', 'recovery', 'link', 'login', 'failed-sign-ins', 'refused-sign-ups'],
  events: {
    AccountOpened: {
      shows: ['uid', 'email', 'name'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} opened an account`,
    },
    AccountOpenedThrough: {
      shows: ['uid', 'email', 'name', 'isProved'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} opened an account through an issuer`,
    },
    AccountMovedOut: {
      shows: ['uid', 'to'],
      says: ({ data: { uid } }, { person }) => `The account of ${person(uid)} moves to another place`,
    },
    AccountMovedIn: {
      shows: ['uid', 'email', 'name', 'isProved', 'from'],
      says: ({ data: { uid } }, { person }) => `The account of ${person(uid)} came from another place`,
    },
    PasswordChanged: {
      shows: ['uid', 'because'],
      says: ({ data: { uid, because } }, { person }) => `${person(uid)} ${passwords[because]}`,
    },
    AddressProved: {
      shows: ['uid', 'by'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} proved that their address is theirs`,
    },
    AddressHeld: {
      shows: ['uid', 'email', 'from', 'departure'],
      says: ({ data: { uid } }, { person }) => `An address is kept for ${person(uid)}, whose account moves to it`,
    },
    AddressReleased: {
      shows: ['uid', 'from', 'departure'],
      says: ({ data: { uid } }, { person }) => `An address that was kept for ${person(uid)} is free again`,
    },
    EmailChanged: {
      shows: ['uid', 'email', 'before', 'to'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} changed the email of their account`,
    },
    PersonForgotten: {
      shows: ['uid'],
      says: ({ data: { uid } }, { actor, person }) => `${actor} asked the shop to forget ${person(uid)}`,
    },
    LoginLinked: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} can sign in through an issuer too`,
    },
    LoginUnlinked: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} can no longer sign in through an issuer`,
    },
    LoginClaimed: {
      shows: ['uid', 'issuer'],
      says: ({ data: { uid, issuer } }, { person }) => `${person(uid)} was vouched for by ${issuer}`,
    },
    AccountTakenOver: {
      shows: ['uid', 'by'],
      says: ({ data: { uid } }, { person }) =>
        `The account of ${person(uid)}, whose address nobody had proved, was taken over by whose it is`,
    },
    RecoveryAsked: {
      shows: ['expiresAt'],
      says: () => 'Somebody said that they forgot their password',
    },
    RecoveryForNobody: {
      shows: [],
      says: () => 'Nobody has the address whose password somebody forgot: no link is mailed',
    },
    LinkRequested: {
      shows: ['uid', 'purpose', 'email', 'expiresAt'],
      says: ({ data: { uid, purpose } }, { person }) => `A link ${links[purpose]} is mailed to ${person(uid)}`,
    },
    LinkUsed: {
      shows: ['uid'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} used a link that was mailed`,
    },
    SignInFailed: {
      shows: ['accountId', 'times', 'since'],
      says: ({ data: { times } }) => `Somebody could not sign in (${times} by then)`,
    },
    SignUpRefused: {
      shows: ['accountId', 'times', 'since'],
      says: ({ data: { times } }) =>
        `Somebody wanted to sign up with an address that has an account (${times} by then)`,
    },
  },
});

/** Of sessions nothing is shown but that somebody began, proved or ended one. */
export const sessionHistory = withheldHistory<SessionEvent>({
  streams: ['session'],
  events: {
    SessionStarted: (actor) => `${actor} signed in`,
    SessionProved: (actor) => `${actor} proved again who they are`,
    OthersSignedOut: (actor) => `${actor} signed out elsewhere`,
    SessionEnded: (actor) => `${actor} ended a session`,
  },
});

const passwords = {
  changed: 'changed their password',
  recovered: 'set a new password by a mailed link',
  set: 'set their first password',
} as const;

const links = {
  recover: 'to set a new password',
  prove: 'to prove an address',
  'change-email': 'to change an email',
} as const;
