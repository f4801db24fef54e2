import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import type { ProvedBy } from '../events.ts';
import { type Session, session } from '../sessions/session.ts';
import { sessionEnded, sessionProved, sessionStarted } from '../testing/examples.ts';
import { proveSession } from './prove-session.ts';

const prove = (state: Session) => proveSession({ type: 'ProveSession', ...sessionProved().data }, state);
const proving =
  (provedAt: string, by: ProvedBy = 'password') =>
  (state: Session) =>
    proveSession({ type: 'ProveSession', by, provedAt }, state);

describe('proving again who one is', () => {
  it('is noted in a session that runs', () => given(session, sessionStarted()).when(prove).then(sessionProved()));

  it('is nothing new by the same means within a minute', () => {
    const proved = [sessionStarted(), sessionProved({ provedAt: '2026-01-03T03:04:05.000Z' })];
    given(session, ...proved)
      .when(proving('2026-01-03T03:05:04.999Z'))
      .thenNothing();
    for (const [provedAt, by] of [
      ['2026-01-03T03:05:05.000Z', 'password'],
      ['2026-01-03T03:04:06.000Z', 'provider'],
      // Where a clock was set back, the proof counts from what it says now.
      ['2026-01-03T03:04:04.000Z', 'password'],
    ] as const) {
      given(session, ...proved)
        .when(proving(provedAt, by))
        .then(sessionProved({ provedAt, by }));
    }
  });

  it('means nothing in one that never was, or ended', () => {
    given(session).when(prove).thenThrows(Unauthorized);
    given(session, sessionStarted(), sessionEnded()).when(prove).thenThrows(Unauthorized);
  });
});
