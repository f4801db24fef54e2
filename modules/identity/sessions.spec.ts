import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { Conflict } from '../kernel/errors.ts';
import { secretsOf } from './secrets.ts';
import { Sessions } from './sessions.ts';

const holder = { uid: 'u1', accountId: 'a1' };
const days = 24 * 60 * 60 * 1000;

function wired() {
  const commands = new InMemoryCommands();
  const clock = { time: new Date('2026-01-02T12:00:00Z').getTime() };
  const now = () => new Date(clock.time);
  return {
    commands,
    clock,
    sessions: new Sessions({
      commands,
      secrets: secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] }),
      now,
    }),
  };
}

describe('a session', () => {
  it('is known by its token, which the store does not hold', async () => {
    const { sessions, commands } = wired();
    const { sid, token, position } = await sessions.start(holder, contextOf('k1'));
    expect(await sessions.holderOf(token)).toEqual({ ...holder, sid });
    expect(commands.log[0]?.stream).toBe(`session-${sid}`);
    expect(await sessions.holderOf('made up')).toBeUndefined();
    expect(position).toBe(1n);
    expect(JSON.stringify(commands.log.map(({ stream, data }) => ({ stream, data })))).not.toContain(token);
  });

  it('lives for 30 days and not longer', async () => {
    const { sessions, clock } = wired();
    const { sid, token, expiresAt } = await sessions.start(holder, contextOf('k1'));
    expect(expiresAt.getTime()).toBe(clock.time + 30 * days);
    clock.time += 30 * days - 1;
    expect(await sessions.holderOf(token)).toEqual({ ...holder, sid });
    clock.time += 1;
    expect(await sessions.holderOf(token)).toBeUndefined();
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
    const { token } = await sessions.start(holder, contextOf('k1'));
    expect(await sessions.end(token, contextOf('k2'))).toMatchObject({ position: 2n });
    expect(await sessions.holderOf(token)).toBeUndefined();
    await expect(sessions.start(holder, contextOf('k1'))).rejects.toThrow(Conflict);
    await sessions.end(token, contextOf('k3'));
    await sessions.end('made up', contextOf('k3'));
    expect(commands.log).toHaveLength(2);
  });

  it('is not started again once its time is over', async () => {
    const { sessions, clock } = wired();
    await sessions.start(holder, contextOf('k1'));
    clock.time += 30 * days;
    await expect(sessions.start(holder, contextOf('k1'))).rejects.toThrow(Conflict);
  });
});
