import { describe, expect, it } from 'vitest';
import { FailureLimit } from './failure-limit.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';

const tooMany = 'Too many failed attempts. Please try again later.';

function limitOf(capacity = 100) {
  const clock = { time: Date.parse('2026-05-04T10:00:00Z') };
  const limiter = memoryRateLimiter({ points: 3, seconds: 60, capacity, now: () => new Date(clock.time) });
  return { limit: new FailureLimit(limiter), clock };
}

async function fail(limit: FailureLimit, key: string, times: number) {
  for (let n = 0; n < times; n++) await limit.failed(key);
}

describe('failed attempts', () => {
  it('are borne up to a number, each key for itself', async () => {
    const { limit } = limitOf();
    await fail(limit, 'one', 3);
    await expect(limit.check('one')).rejects.toThrow(tooMany);
    await expect(limit.failed('one')).rejects.toThrow(tooMany);
    await limit.check('other');
  });

  it('are forgotten together, when the time since the first of them is up', async () => {
    const { limit, clock } = limitOf();
    await limit.failed('one');
    clock.time += 59_000;
    await fail(limit, 'one', 2);
    await expect(limit.check('one')).rejects.toMatchObject({ retryAfter: 1 });
    clock.time += 1_000;
    await fail(limit, 'one', 2);
    await limit.check('one');
  });

  it('are no more when they come at once', async () => {
    const { limit } = limitOf();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => limit.failed('one')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('of somebody outlast those of fewer others than there is room for', async () => {
    const { limit } = limitOf(100);
    await fail(limit, 'one', 3);
    for (let n = 0; n < 99; n++) await limit.failed(`other ${n}`);
    await expect(limit.check('one')).rejects.toThrow(tooMany);
  });
});
