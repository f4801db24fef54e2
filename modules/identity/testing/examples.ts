import type { AccountClosed, AccountOpened, SessionEnded, SessionStarted } from '../events.ts';

/** Events of an account and a session as specs need them: the usual case, but for what the sentence is about. */

export const accountOpened = (but: Partial<AccountOpened['data']> = {}): AccountOpened => ({
  type: 'AccountOpened',
  data: { uid: 'u1', email: 'mina@example.com', name: 'Mina', passwordHash: 'hash', ...but },
});

export const accountClosed = (but: Partial<AccountClosed['data']> = {}): AccountClosed => ({
  type: 'AccountClosed',
  data: { uid: 'u1', ...but },
});

export const sessionStarted = (but: Partial<SessionStarted['data']> = {}): SessionStarted => ({
  type: 'SessionStarted',
  data: { uid: 'u1', accountId: 'a1', expiresAt: '2026-02-01T03:04:05.000Z', ...but },
});

export const sessionEnded = (but: Partial<SessionEnded['data']> = {}): SessionEnded => ({
  type: 'SessionEnded',
  data: { uid: 'u1', ...but },
});
