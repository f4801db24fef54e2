import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import { SessionOver, Unauthorized, Unavailable } from '../../kernel/errors.ts';
import { identityUnderTest, mina as signedUp } from '../testing/identity-under-test.ts';
import { renewingUnderTest } from '../testing/renewing-under-test.ts';
import { lifetime, ofAdmins } from './session-limits.ts';

const second = 1_000;
const minute = 60 * second;

describe('a session that is renewed', () => {
  it('has another token each time, and nothing of it in the log', async () => {
    const { renew, started, commands, clock } = await renewingUnderTest();
    const tokens = [started.token];
    for (let n = 0; n < 5; n++) {
      clock.time += 14 * minute;
      tokens.push(await renew(tokens.at(-1) ?? ''));
    }
    expect(new Set(tokens).size).toBe(6);
    expect(commands.log.map(({ type }) => type)).toEqual(['SessionStarted']);
  });

  it('goes on when its answer was lost, however long ago that was', async () => {
    const { renew, started, clock } = await renewingUnderTest();
    const lost = await renew(started.token);
    clock.time += 60 * minute;
    expect(await renew(started.token)).toBe(lost);
  });

  it('takes a token for 10 s after its successor was used, and ends when it is used later', async () => {
    const { renew, started, clock, endedBecause } = await renewingUnderTest();
    const next = await renew(started.token);
    clock.time += 14 * minute;
    await renew(next);
    clock.time += 10 * second - 1;
    await renew(started.token);
    clock.time += 1;
    await expect(renew(started.token)).rejects.toThrow(/cookie was used twice/);
    expect(endedBecause()).toBe('reused');
    await expect(renew(next)).rejects.toThrow(SessionOver);
    await expect(renew(next)).rejects.toThrow(/cookie was used twice/);
  });

  it('gives whoever comes a moment late with an older token the newest, and none that was used: that would end it later', async () => {
    const { renew, started } = await renewingUnderTest();
    const older = await renew(started.token);
    const newest = await renew(await renew(older));
    expect(await renew(older)).toBe(newest);
    expect(await renew(started.token)).toBe(newest);
  });

  it('is known by its cookie without being renewed, by the same ones, and ends by the same ones', async () => {
    const { renew, renewing, started, clock, endedBecause } = await renewingUnderTest();
    const of = (token: string) => renewing.sessionOf(token, contextOf('look'));
    const next = await renew(started.token);
    const newest = await renew(next);
    for (const token of [started.token, next, newest, newest]) {
      expect(await of(token)).toEqual({ uid: 'u1', accountId: 'a1', sid: started.sid });
    }
    clock.time += 10 * second;
    expect((await of(next)).sid).toBe(started.sid);
    expect(endedBecause()).toBeUndefined();
    await expect(of(started.token)).rejects.toThrow(/cookie was used twice/);
    expect(endedBecause()).toBe('reused');
    await expect(of(newest)).rejects.toThrow(SessionOver);
    await expect(of('made up')).rejects.toThrow('Nobody is signed in.');
  });

  it('outlives what renews it: a store that was lost signs nobody out', async () => {
    const { renew, started, clock, renewals } = await renewingUnderTest();
    let token = started.token;
    for (let n = 0; n < 10; n++) {
      token = await renew(token);
      clock.time += minute;
      if (n % 3 === 0) renewals.lose();
    }
  });

  it('is neither renewed nor ended while what renews it is away', async () => {
    const { renew, started, renewals, endedBecause } = await renewingUnderTest();
    const away = vi.spyOn(renewals, 'change').mockRejectedValue(new Unavailable('Redis cannot be reached.'));
    await expect(renew(started.token)).rejects.toThrow(Unavailable);
    away.mockRestore();
    await renew(started.token);
    expect(endedBecause()).toBeUndefined();
  });

  it('is over after 30 days, however often it was renewed', async () => {
    const { renew, started, clock } = await renewingUnderTest();
    clock.time += lifetime - 1;
    const next = await renew(started.token);
    clock.time += 1;
    await expect(renew(next)).rejects.toThrow(Unauthorized);
  });

  it.each(['', 'made up', 'a'.repeat(43), 'a'.repeat(91)])('is not one that was never started: %s', async (token) => {
    const { renew } = await renewingUnderTest();
    await expect(renew(token)).rejects.toThrow('Nobody is signed in.');
  });
});

describe('an admin’s session', () => {
  it('ends an hour after they last did something, whatever asks by itself meanwhile', async () => {
    const { renew, renewing, started, clock, endedBecause } = await renewingUnderTest({ isAdmin: true });
    const { sid } = started;
    let token = await renew(started.token, 0);
    const began = clock.time;
    for (const idle of [14, 28, 42, 56]) {
      clock.time = began + idle * minute;
      token = await renew(token, idle * minute);
      await renewing.noteAct(sid, idle * minute); // A live notice had something asked for.
      expect((await renewing.tokensEnd(sid, 'u1'))?.getTime()).toBe(began + ofAdmins.idle);
    }
    token = await renew(token); // Of which nobody knows when they did something last.
    clock.time = began + ofAdmins.idle;
    await expect(renewing.tokensEnd(sid, 'u1')).rejects.toThrow(/an hour in which you did nothing/);
    await expect(renew(token)).rejects.toThrow(/an hour in which you did nothing/);
    expect(endedBecause()).toBe('idle');
  });

  it('goes on while they do something, for 24 hours and no longer', async () => {
    const { renew, renewing, started, clock, endedBecause } = await renewingUnderTest({ isAdmin: true });
    const began = clock.time;
    let token = started.token;
    for (clock.time += 14 * minute; clock.time < began + ofAdmins.lifetime; clock.time += 14 * minute) {
      token = await renew(token, 5 * second);
      const ends = await renewing.tokensEnd(started.sid, 'u1');
      expect(ends?.getTime()).toBeLessThanOrEqual(began + ofAdmins.lifetime);
    }
    await expect(renew(token, 0)).rejects.toThrow(/for as long as one may be/);
    expect(endedBecause()).toBe('ran-out');
  });

  it('remembers what they did last where a call was sent, once a minute', async () => {
    const { renewing, renewals, renew, started, clock } = await renewingUnderTest({ isAdmin: true });
    await renewing.noteAct(started.sid, 0); // Before it was ever renewed: its first cookie is good all the same.
    clock.time += minute;
    await renew(started.token, 0);
    const change = vi.spyOn(renewals, 'change');
    clock.time += 50 * minute;
    await renewing.noteAct(started.sid, 10 * minute); // A page has asked by itself, which keeps no act from being noted.
    for (let n = 0; n < 100; n++) await renewing.noteAct(started.sid, 0);
    expect(change).toHaveBeenCalledTimes(1);
    expect((await renewing.tokensEnd(started.sid, 'u1'))?.getTime()).toBe(clock.time + ofAdmins.idle);
    clock.time += minute;
    await renewing.noteAct(started.sid, 0);
    expect(change).toHaveBeenCalledTimes(2);
  });

  it('remembers what they do next where the last act could not be written down', async () => {
    const { renewing, renewals, renew, started, clock } = await renewingUnderTest({ isAdmin: true });
    await renew(started.token, 0);
    clock.time += 50 * minute;
    const away = vi.spyOn(renewals, 'change').mockRejectedValue(new Unavailable('Redis cannot be reached.'));
    await renewing.noteAct(started.sid, 0);
    away.mockRestore();
    clock.time += second;
    await renewing.noteAct(started.sid, 0);
    expect((await renewing.tokensEnd(started.sid, 'u1'))?.getTime()).toBe(clock.time + ofAdmins.idle);
  });

  it('has no access token that is good for longer than their hour of doing nothing', async () => {
    const { identity, ask, callerOf, clock } = await identityUnderTest({ isAdmin: true });
    const { uid, sid, email, name } = await callerOf(
      await ask('POST /identity/sign-up', { body: signedUp, command: contextOf('sign up') }),
    );
    const ends = clock.at + ofAdmins.idle;
    await identity.renewing.noteAct(sid, 0);
    clock.at += 50 * minute;
    const token = await identity.issueAccessToken({ uid, sid, email, name });
    expect(decodeJwt(token).exp).toBe(ends / second);
  });

  it('goes on when what is known of it was lost', async () => {
    const { renew, renewing, renewals, started, clock } = await renewingUnderTest({ isAdmin: true });
    const token = await renew(started.token, 0);
    clock.time += 2 * ofAdmins.idle;
    renewals.lose();
    expect(await renewing.tokensEnd(started.sid, 'u1')).toBeDefined();
    await renew(token, 0);
  });

  it('of somebody made one in it is no older than others’', async () => {
    const { renew, renewing, sessions, started, clock, mina } = await renewingUnderTest();
    let token = await renew(started.token);
    clock.time += ofAdmins.lifetime;
    token = await renew(token);
    expect(await renewing.tokensEnd(started.sid, 'u1')).toBeUndefined();
    mina.isAdmin = true;
    expect(await sessions.shown(started.sid)).toMatchObject({ isYoung: false });
    await expect(renewing.tokensEnd(started.sid, 'u1')).rejects.toThrow(SessionOver);
    await expect(renew(token, 0)).rejects.toThrow(SessionOver);
  });
});
