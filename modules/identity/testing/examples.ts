import type { EmailChanged, PersonForgotten } from '../contract.ts';
import type {
  AccountMovedIn,
  AccountMovedOut,
  AccountOpened,
  AccountOpenedThrough,
  AccountTakenOver,
  AddressHeld,
  AddressProved,
  AddressReleased,
  LinkRequested,
  LinkUsed,
  LoginClaimed,
  LoginLinked,
  LoginUnlinked,
  OthersSignedOut,
  PasswordChanged,
  RecoveryAsked,
  RecoveryForNobody,
  SessionEnded,
  SessionProved,
  SessionStarted,
  SignInFailed,
  SignUpRefused,
} from '../events.ts';

/** Events of an account and a session as specs need them: the usual case, but for what the sentence is about. */

export const accountOpened = (but: Partial<AccountOpened['data']> = {}): AccountOpened => ({
  type: 'AccountOpened',
  data: { uid: 'u1', email: 'mina@example.com', name: 'Mina', passwordHash: 'hash', ...but },
});

export const accountMovedOut = (but: Partial<AccountMovedOut['data']> = {}): AccountMovedOut => ({
  type: 'AccountMovedOut',
  data: { uid: 'u1', to: 'a2', ...but },
});

export const accountMovedIn = (but: Partial<AccountMovedIn['data']> = {}): AccountMovedIn => ({
  type: 'AccountMovedIn',
  data: {
    uid: 'u1',
    email: 'mina@example.com',
    name: 'Mina',
    passwordHash: 'hash',
    isProved: false,
    logins: [],
    from: 'a1',
    ...but,
  },
});

export const passwordChanged = (but: Partial<PasswordChanged['data']> = {}): PasswordChanged => ({
  type: 'PasswordChanged',
  data: { uid: 'u1', passwordHash: 'another hash', because: 'changed', sid: 's1', ...but },
});

export const addressProved = (but: Partial<AddressProved['data']> = {}): AddressProved => ({
  type: 'AddressProved',
  data: { uid: 'u1', by: 'link', ...but },
});

export const addressHeld = (but: Partial<AddressHeld['data']> = {}): AddressHeld => ({
  type: 'AddressHeld',
  data: { uid: 'u1', email: 'mina@example.org', from: 'a1', departure: 0, ...but },
});

export const addressReleased = (but: Partial<AddressReleased['data']> = {}): AddressReleased => ({
  type: 'AddressReleased',
  data: { uid: 'u1', from: 'a1', departure: 0, ...but },
});

export const emailChanged = (but: Partial<EmailChanged['data']> = {}): EmailChanged => ({
  type: 'EmailChanged',
  data: { uid: 'u1', email: 'mina@example.org', before: 'mina@example.com', to: 'a2', ...but },
});

export const recoveryForNobody = (but: Partial<RecoveryForNobody['data']> = {}): RecoveryForNobody => ({
  type: 'RecoveryForNobody',
  data: { accountId: 'a1', ...but },
});

export const recoveryAsked = (but: Partial<RecoveryAsked['data']> = {}): RecoveryAsked => ({
  type: 'RecoveryAsked',
  data: { accountIds: ['a1'], expiresAt: '2026-01-02T03:34:05.000Z', ...but },
});

export const linkRequested = (but: Partial<LinkRequested['data']> = {}): LinkRequested => ({
  type: 'LinkRequested',
  data: {
    uid: 'u1',
    accountId: 'a1',
    purpose: 'recover',
    email: 'mina@example.com',
    generation: 0,
    sid: 's1',
    expiresAt: '2026-01-02T03:34:05.000Z',
    ...but,
  },
});

export const linkUsed = (but: Partial<LinkUsed['data']> = {}): LinkUsed => ({
  type: 'LinkUsed',
  data: { uid: 'u1', ...but },
});

export const personForgotten = (but: Partial<PersonForgotten['data']> = {}): PersonForgotten => ({
  type: 'PersonForgotten',
  data: { uid: 'u1', ...but },
});

export const sessionStarted = (but: Partial<SessionStarted['data']> = {}): SessionStarted => ({
  type: 'SessionStarted',
  data: {
    uid: 'u1',
    accountId: 'a1',
    startedAt: '2026-01-02T03:04:05.000Z',
    expiresAt: '2026-02-01T03:04:05.000Z',
    by: 'password',
    browser: 'Firefox on Windows',
    ...but,
  },
});

export const othersSignedOut = (but: Partial<OthersSignedOut['data']> = {}): OthersSignedOut => ({
  type: 'OthersSignedOut',
  data: { uid: 'u1', sids: ['s2'], ...but },
});

export const sessionProved = (but: Partial<SessionProved['data']> = {}): SessionProved => ({
  type: 'SessionProved',
  data: { uid: 'u1', by: 'password', provedAt: '2026-01-03T03:04:05.000Z', ...but },
});

export const sessionEnded = (but: Partial<SessionEnded['data']> = {}): SessionEnded => ({
  type: 'SessionEnded',
  data: { uid: 'u1', because: 'signed-out', ...but },
});

export const signInFailed = (but: Partial<SignInFailed['data']> = {}): SignInFailed => ({
  type: 'SignInFailed',
  data: { accountId: 'a1', times: 1, since: '2026-01-02T03:04:05.000Z', ...but },
});

export const signUpRefused = (but: Partial<SignUpRefused['data']> = {}): SignUpRefused => ({
  type: 'SignUpRefused',
  data: { accountId: 'a1', times: 1, since: '2026-01-02T03:04:05.000Z', ...but },
});

export const accountOpenedThrough = (but: Partial<AccountOpenedThrough['data']> = {}): AccountOpenedThrough => ({
  type: 'AccountOpenedThrough',
  data: { uid: 'u1', email: 'mina@example.com', name: 'Mina', login: 'l1', isProved: true, ...but },
});

export const loginLinked = (but: Partial<LoginLinked['data']> = {}): LoginLinked => ({
  type: 'LoginLinked',
  data: { uid: 'u1', login: 'l1', ...but },
});

export const loginUnlinked = (but: Partial<LoginUnlinked['data']> = {}): LoginUnlinked => ({
  type: 'LoginUnlinked',
  data: { uid: 'u1', login: 'l1', ...but },
});

export const accountTakenOver = (but: { uid?: string; login?: string } = {}): AccountTakenOver => ({
  type: 'AccountTakenOver',
  data: { uid: 'u1', login: 'l1', ...but },
});

export const accountTakenOverByLink = (but: { uid?: string } = {}): AccountTakenOver => ({
  type: 'AccountTakenOver',
  data: { uid: 'u1', by: 'link', ...but },
});

export const loginClaimed = (but: Partial<LoginClaimed['data']> = {}): LoginClaimed => ({
  type: 'LoginClaimed',
  data: { uid: 'u1', accountId: 'a1', issuer: 'https://accounts.google.com', ...but },
});
