import { describe, expect, it } from 'vitest';
import { Lockouts } from './lockouts.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';

const tooMany = 'Too many failed attempts. Please try again later.';

function lockoutsOf(capacity = 100) {
  const clock = { time: Date.parse('2026-05-04T10:00:00Z') };
  const now = () => new Date(clock.time);
  const lockouts = new Lockouts((_, windows) => memoryRateLimiter({ ...windows, capacity, now }), 'account', 3);
  return { lockouts, clock };
}

async function fail(lockouts: Lockouts, key: string, times: number) {
  for (let n = 0; n < times; n++) await lockouts.failed(key);
}

const retryAfter = (lockouts: Lockouts) =>
  lockouts.check('one').then(
    () => 0,
    (reason: { retryAfter: number }) => reason.retryAfter,
  );

describe('failed attempts', () => {
  it('are borne up to a number, each key for itself', async () => {
    const { lockouts } = lockoutsOf();
    await fail(lockouts, 'one', 3);
    await expect(lockouts.check('one')).rejects.toThrow(tooMany);
    await expect(lockouts.failed('one')).rejects.toThrow(tooMany);
    await lockouts.check('other');
  });

  it('are forgotten together, a minute after the first of them', async () => {
    const { lockouts, clock } = lockoutsOf();
    await lockouts.failed('one');
    clock.time += 59_000;
    await lockouts.failed('one');
    clock.time += 1_000;
    await fail(lockouts, 'one', 2);
    await lockouts.check('one');
  });

  it('lock out for longer each time, and for a minute again after a quiet hour', async () => {
    const { lockouts, clock } = lockoutsOf();
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      await fail(lockouts, 'one', 3);
      waits.push(await retryAfter(lockouts));
      clock.time += (waits.at(-1) ?? 0) * 1_000;
      expect(await retryAfter(lockouts)).toBe(0);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
    clock.time += 3_600_000;
    await fail(lockouts, 'one', 3);
    expect(await retryAfter(lockouts)).toBe(60);
  });

  it('are no more when they come at once', async () => {
    const { lockouts } = lockoutsOf();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockouts.failed('one')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await retryAfter(lockouts)).toBe(60);
  });

  it('of somebody outlast those of fewer others than there is room for', async () => {
    const { lockouts } = lockoutsOf(100);
    await fail(lockouts, 'one', 3);
    for (let n = 0; n < 99; n++) await lockouts.failed(`other ${n}`);
    await expect(lockouts.check('one')).rejects.toThrow(tooMany);
  });
});
