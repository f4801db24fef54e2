import { describe, expect, it, vi } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import type { Commands } from '../../kernel/commands.ts';
import { Conflict, DamagedStream, SessionOver, Unauthorized, Unavailable } from '../../kernel/errors.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { mostSessions } from './session-limits.ts';
import { Sessions } from './sessions.ts';

const whose = { uid: 'u1', accountId: 'a1' };
const holder = { ...whose, by: 'password', browser: 'Firefox on Linux' } as const;
const days = 24 * 60 * 60 * 1000;

function wired({ follows = true } = {}) {
  let isFollowing = follows;
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({
    appended: (events) => isFollowing && readModels.follow([sessionDocuments], events),
  });
  const clock = { time: new Date('2026-01-02T12:00:00Z').getTime() };
  const now = () => new Date(clock.time);
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  return {
    /** The sessions of a store in which the stream of one cannot be read. */
    withDamaged: (sid: string) =>
      new Sessions({ commands: damagedIn(commands, `session-${sid}`), readModels, secrets, now }),
    commands,
    secrets,
    clock,
    /** Read models show nothing from now on. */
    stops: () => {
      isFollowing = false;
    },
    sessions: new Sessions({
      commands,
      readModels,
      secrets,
      now,
      caughtUp: async () => readModels.follow([sessionDocuments], commands.log),
    }),
  };
}

describe('a session', () => {
  it('is known by a token that the store does not hold', async () => {
    const { sessions, commands, secrets } = wired();
    const { sid, token, position } = await sessions.start(holder, contextOf('k1'));
    expect(secrets.sessionIn(token)).toEqual({ sid, generation: 0 });
    expect(await sessions.running(sid)).toMatchObject(whose);
    expect(commands.log[0]?.stream).toBe(`session-${sid}`);
    await expect(sessions.running('made up')).rejects.toThrow(Unauthorized);
    expect(position).toBe(1n);
    expect(JSON.stringify(commands.log.map(({ stream, data }) => ({ stream, data })))).not.toContain(token);
  });

  it('lives for 30 days and not longer', async () => {
    const { sessions, clock } = wired();
    const { sid, expiresAt } = await sessions.start(holder, contextOf('k1'));
    expect(expiresAt.getTime()).toBe(clock.time + 30 * days);
    clock.time += 30 * days - 1;
    expect(await sessions.running(sid)).toMatchObject(whose);
    clock.time += 1;
    await expect(sessions.running(sid)).rejects.toThrow(Unauthorized);
  });

  it('is the same one for the same command, and lives no longer for it', async () => {
    const { sessions, commands, clock } = wired();
    const first = await sessions.start(holder, contextOf('k1'));
    clock.time += days;
    expect(await sessions.start(holder, contextOf('k1'))).toEqual(first);
    expect(commands.log).toHaveLength(1);
  });

  it('is another one for another command or person', async () => {
    const { sessions } = wired();
    const { token } = await sessions.start(holder, contextOf('k1'));
    expect((await sessions.start(holder, contextOf('k2'))).token).not.toBe(token);
    expect((await sessions.start({ ...holder, uid: 'u2' }, contextOf('k1'))).token).not.toBe(token);
  });

  it('ends for good', async () => {
    const { sessions, commands } = wired();
    const { sid, token } = await sessions.start(holder, contextOf('k1'));
    expect(await sessions.end(token, contextOf('k2'))).toMatchObject({ position: 2n });
    await expect(sessions.running(sid)).rejects.toThrow(SessionOver);
    await expect(sessions.start(holder, contextOf('k1'))).rejects.toThrow(Conflict);
    await sessions.end(token, contextOf('k3'));
    await sessions.end('made up', contextOf('k3'));
    expect(commands.log).toHaveLength(2);
  });

  it('is not written about where it never was or is over, whatever key it is ended under', async () => {
    const { sessions, commands } = wired();
    const madeUp = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(43));
    for (const token of madeUp) {
      expect(await sessions.end(token, keyedContextOf(`made up ${token}`))).toEqual({ position: 0n });
    }
    expect(commands.log).toEqual([]);
    const { token } = await sessions.start(holder, contextOf('k1'));
    const ended = await sessions.end(token, keyedContextOf('k2'));
    await sessions.end(token, keyedContextOf('k3'));
    expect(await sessions.end(token, keyedContextOf('k2'))).toMatchObject({ position: ended.position, repeated: true });
    expect(commands.log.map(({ type }) => type)).toEqual(['SessionStarted', 'SessionEnded']);
  });

  it('is not given out again where another process has ended it, of which this one knows only that it began', async () => {
    const { sessions, commands, ...deps } = wired();
    const { token } = await sessions.start(holder, contextOf('k1'));
    await sessions.end(token, contextOf('k2'));
    class Behind extends InMemoryCommands {
      override load: Commands['load'] = (...of) => commands.load(...of);
      override execute: Commands['execute'] = async (aggregate, id, context, command, decide) =>
        (await commands.recall(aggregate, id, context)) ?? commands.execute(aggregate, id, context, command, decide);
    }
    const now = () => new Date(deps.clock.time);
    const others = new Sessions({ ...deps, commands: new Behind(), readModels: new InMemoryReadModels(), now });
    await expect(others.start(holder, contextOf('k1'))).rejects.toThrow(Conflict);
  });

  it('is not started again once its time is over', async () => {
    const { sessions, clock } = wired();
    await sessions.start(holder, contextOf('k1'));
    clock.time += 30 * days;
    await expect(sessions.start(holder, contextOf('k1'))).rejects.toThrow(Conflict);
  });

  it('is over at this node for who signs out, though its stream cannot be read', async () => {
    const { commands, sessions, withDamaged } = wired();
    const { sid, token } = await sessions.start(holder, contextOf('k1'));
    vi.spyOn(commands, 'load').mockRejectedValueOnce(new Unavailable('The store is away.'));
    await expect(sessions.end(token, contextOf('away'))).rejects.toThrow('The store is away.');
    expect(await sessions.shown(sid)).toBeDefined(); // It is for who signs out to try again.
    const damaged = withDamaged(sid);
    expect(await damaged.shown(sid)).toBeDefined();
    await expect(damaged.end(token, contextOf('out'))).rejects.toThrow(DamagedStream);
    expect(await damaged.shown(sid)).toBeUndefined();
  });
});

describe('what a session’s tokens are good for', () => {
  it('is known from when it began, whether or not GETs show it yet', async () => {
    for (const follows of [true, false]) {
      const { sessions, clock } = wired({ follows });
      const { sid } = await sessions.start(holder, contextOf('k1'));
      const provedAt = new Date(clock.time);
      expect(await sessions.shown(sid)).toEqual({ provedAt, isYoung: true });
      expect(await sessions.now(sid)).toEqual({ provedAt, isYoung: true });
      expect(await sessions.shown('made up')).toBeUndefined();
      expect(await sessions.now('made up')).toBeUndefined();
    }
  });

  it('ends with it at once, also where GETs lag behind', async () => {
    const { sessions, stops } = wired();
    const [one, other] = [await sessions.start(holder, contextOf('k1')), await sessions.start(holder, contextOf('k2'))];
    stops();
    await sessions.end(one.token, contextOf('k3'));
    expect(await sessions.shown(one.sid)).toBeUndefined();
    expect(await sessions.now(one.sid)).toBeUndefined();
    expect(await sessions.shown(other.sid)).toBeDefined();
  });

  it('ends when its time is over', async () => {
    const { sessions, clock } = wired();
    const { sid } = await sessions.start(holder, contextOf('k1'));
    clock.time += 30 * days;
    expect(await sessions.shown(sid)).toBeUndefined();
    expect(await sessions.now(sid)).toBeUndefined();
  });

  it('says when somebody last proved who they are', async () => {
    const { sessions, clock } = wired();
    const { sid } = await sessions.start(holder, contextOf('k1'));
    clock.time += days;
    await sessions.prove(sid, 'totp', contextOf('k2'));
    const provedAt = new Date(clock.time);
    expect([await sessions.shown(sid), await sessions.now(sid)]).toEqual(Array(2).fill({ provedAt, isYoung: false }));
  });
});

describe('all sessions of a person', () => {
  it('end together with one that GETs did not show yet', async () => {
    const { sessions, stops } = wired();
    stops();
    const { sid } = await sessions.start(holder, contextOf('k1'));
    await sessions.endAllOf('u1', { because: 'password-changed' }, contextOf('k2'));
    await expect(sessions.running(sid)).rejects.toThrow(SessionOver);
  });

  it('end together, or but for one, and nobody else’s', async () => {
    const { sessions, commands } = wired();
    const own = await Promise.all(['k1', 'k2', 'k3'].map((key) => sessions.start(holder, contextOf(key))));
    const others = await sessions.start({ ...holder, uid: 'u2' }, contextOf('k1'));
    const [kept] = own;
    const options = { except: kept?.sid, because: 'password-changed' } as const;
    const { position } = await sessions.endAllOf('u1', options, contextOf('k4'));
    expect(position).toBe(6n);
    expect(await sessions.endAllOf('u1', options, contextOf('k4'))).toEqual({ position: 0n });
    expect((await sessions.listOf('u1')).documents.map(({ sid }) => sid)).toEqual([kept?.sid]);
    expect(commands.ofType('SessionEnded').map(({ data }) => data)).toEqual(
      Array(2).fill({ uid: 'u1', because: 'password-changed' }),
    );
    await sessions.endAllOf('u1', { because: 'forgotten' }, contextOf('k5'));
    expect(await Promise.all(own.map(({ sid }) => sessions.now(sid)))).toEqual([undefined, undefined, undefined]);
    expect(await sessions.now(others.sid)).toBeDefined();
  });
});

describe('more sessions than a person may have', () => {
  it('end the oldest, and say why', async () => {
    const { sessions, clock } = wired();
    const started: string[] = [];
    for (let n = 0; n <= mostSessions; n++) {
      clock.time += 1_000;
      started.push((await sessions.start(holder, contextOf(`k${n}`))).sid);
    }
    const [oldest = '', next = ''] = started;
    await expect(sessions.running(oldest)).rejects.toThrow(/many other places/);
    expect(await sessions.running(next)).toMatchObject(whose);
    expect((await sessions.listOf('u1')).documents).toHaveLength(mostSessions);
  });

  it('keep nobody from signing in, though the oldest cannot be read; the next oldest ends in its place', async () => {
    const { sessions, withDamaged, clock } = wired();
    const started: string[] = [];
    for (let n = 0; n < mostSessions; n++) {
      clock.time += 1_000;
      started.push((await sessions.start(holder, contextOf(`k${n}`))).sid);
    }
    const [oldest = '', next = ''] = started;
    const damaged = withDamaged(oldest);
    for (const key of ['one more', 'another']) {
      clock.time += 1_000;
      const { sid } = await damaged.start(holder, contextOf(key));
      expect(await sessions.running(sid)).toMatchObject(whose);
    }
    await expect(sessions.running(next)).rejects.toThrow(/many other places/);
  });
});
