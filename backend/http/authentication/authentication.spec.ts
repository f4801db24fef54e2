import { describe, expect, it } from 'vitest';
import { SessionOver, Unauthorized } from '../../../modules/kernel/errors.ts';
import { type Authentication, authenticate, OnlyForAdmins } from './authentication.ts';

const provedAt = new Date('2026-01-02T03:04:05.000Z');
const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina' };

/** Somebody with a good token; and their session as GETs show it, if it runs. */
function authentication(role: 'user' | 'admin', session: { isYoung: boolean } | undefined): Authentication {
  const lookedAt = async () => session && { ...session, provedAt };
  return {
    verifyAccessToken: async () => ({ ...mina, sid: 's1' }),
    verifyIdToken: async () => ({ ...mina, sid: 's1' }),
    callerOf: async () => ({ ...mina, role }),
    sessionOf: lookedAt,
    sessionNow: lookedAt,
    noteAct: async () => {},
  };
}
const called = (access: 'user' | 'admin' | 'identity', known: Authentication) =>
  authenticate(access, 'Bearer good', known);

describe('a good token', () => {
  it('opens nothing once its session is over', async () => {
    for (const access of ['user', 'admin', 'identity'] as const) {
      await expect(called(access, authentication('admin', undefined))).rejects.toThrow(Unauthorized);
    }
  });

  it('opens nothing to an admin in a session that is older than theirs may be, and everything of theirs to a user', async () => {
    const old = { isYoung: false };
    for (const access of ['user', 'admin'] as const) {
      await expect(called(access, authentication('admin', old))).rejects.toThrow(SessionOver);
      expect((await called(access, authentication('admin', { isYoung: true }))).caller).toMatchObject({
        role: 'admin',
      });
    }
    expect((await called('user', authentication('user', old))).caller).toEqual({
      ...mina,
      ...{ role: 'user', sid: 's1', provedAt },
    });
  });

  it('opens to no user what is only for admins', async () => {
    await expect(called('admin', authentication('user', { isYoung: true }))).rejects.toThrow(OnlyForAdmins);
  });
});
