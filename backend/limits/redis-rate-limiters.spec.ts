import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccessRefused } from '../../modules/kernel/errors.ts';
import { pause } from '../runtime/time/pause.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { describeRateLimiter } from './contract.ts';
import { Lockouts } from './lockouts.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiters } from './rate-limiter.ts';
import { openRedisRateLimiters, type SharedRateLimiters } from './redis-rate-limiters.ts';

/** By how many milliseconds the nodes' own clocks are ahead. */
let ahead = 0;
const own: RateLimiters = (_name, windows) =>
  memoryRateLimiter({ ...windows, capacity: 100, now: () => new Date(Date.now() + ahead) });

/** The clock is Redis' own here: the shortest window there is ends by itself. */
const pass = (seconds: number) => pause(seconds * 1_000 + 50);

let cluster: RunningRedis;
let single: RunningRedis;
const nodes: SharedRateLimiters[] = [];
function newNode(redis = cluster): SharedRateLimiters {
  const node = openRedisRateLimiters({
    address: redis.url,
    prefix: 'shop-',
    own,
    told: { failed() {}, succeeded() {} },
  });
  nodes.push(node);
  return node;
}
beforeAll(async () => {
  [cluster, single] = await Promise.all([startRedis({ cluster: true }), startRedis()]);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await Promise.all([cluster.stop(), single.stop()]);
});

let shared: SharedRateLimiters | undefined;
describeRateLimiter('in Redis', async () => {
  shared ??= newNode();
  return { limiters: shared.limiters, pass };
});

describe('nodes with one Redis', () => {
  it('lock out together, and for longer each time', async () => {
    const [one, other] = [newNode(), newNode()].map(({ limiters }) => new Lockouts(limiters, 'account', 2));
    await one?.failed('mina');
    await other?.failed('mina');
    for (const node of [one, other]) await expect(node?.check('mina')).rejects.toMatchObject({ retryAfter: 60 });
    const before = newNode().limiters('account', { points: 2, seconds: 60 });
    await before.set('mina', 0, 60); // As when the lockout has ended.
    ahead += 60_000;
    await other?.failed('mina');
    await one?.failed('mina');
    for (const node of [one, other]) await expect(node?.check('mina')).rejects.toMatchObject({ retryAfter: 120 });
  });

  it('keep those out whom they have locked out, and count on, when it has forgotten them', async () => {
    const { limiters } = newNode(single);
    const lockouts = new Lockouts(limiters, 'forgotten', 2);
    await lockouts.failed('mina');
    await single.flush();
    await lockouts.failed('mina');
    await single.flush();
    await expect(lockouts.check('mina')).rejects.toMatchObject({ retryAfter: 60 });
    await expect(lockouts.failed('mina')).rejects.toMatchObject({ retryAfter: 60 });
    ahead += 60_000; // The lockout has ended.
    await single.flush();
    await lockouts.check('mina');
    for (let n = 0; n < 2; n++) await lockouts.failed('mina');
    await expect(lockouts.check('mina')).rejects.toMatchObject({ retryAfter: 120 });
  });

  it('keep nothing there that does not go by itself', async () => {
    const { limiters } = newNode(single);
    await new Lockouts(limiters, 'account', 1).failed('omar');
    const [keys] = await single.call('KEYS', '*');
    expect(String(keys)).toContain('shop-limit-account:omar');
    expect(String(keys)).toContain('shop-limit-account-lockouts:omar');
    for (const key of ['account', 'account-lockouts']) {
      const [left] = await single.call('PTTL', `shop-limit-${key}:omar`);
      expect(Number(String(left).replace(/\D/g, ''))).toBeGreaterThan(50_000);
    }
  });
});

it('a node that may not count in Redis counts for itself, and says so', async () => {
  await single.call('ACL', 'SETUSER', 'few', 'on', '>password', '~*', '+@all', '-incrby');
  const told = { failed: vi.fn<(reason: unknown) => void>(), succeeded: vi.fn<() => void>() };
  const node = openRedisRateLimiters({
    address: single.url.replace('//', '//few:password@'),
    prefix: 'shop-',
    own,
    told,
  });
  nodes.push(node);
  const limiter = node.limiters('few', { points: 3, seconds: 60 });
  expect(await limiter.get('mina')).toBeNull();
  expect(told.failed).not.toHaveBeenCalled();
  expect(await limiter.consume('mina')).toMatchObject({ consumedPoints: 1 });
  expect(told.failed).toHaveBeenCalledExactlyOnceWith(expect.any(AccessRefused));
  // While it may read: else each count that fails would be the first that does.
  expect(told.succeeded).not.toHaveBeenCalled();
  await single.call('ACL', 'SETUSER', 'few', '+incrby');
  await expect.poll(() => limiter.penalty('omar').then(() => told.succeeded.mock.calls.length)).toBe(1);
});

describe('while Redis is away', () => {
  it('each node counts for itself, goes on from what it has counted, and waits once a second', async () => {
    const [limiter, stranger] = [newNode(single), newNode(single)].map(({ limiters }) =>
      limiters('away', { points: 3, seconds: 60 }),
    );
    await limiter?.consume('mina');
    await stranger?.get('mina');
    for (const pid of single.pids()) process.kill(pid, 'SIGSTOP');
    try {
      const took = ownTime();
      expect(await limiter?.consume('mina')).toMatchObject({ consumedPoints: 2 });
      expect(await limiter?.consume('mina')).toMatchObject({ consumedPoints: 3 });
      for (let n = 4; n < 100; n++) await expect(limiter?.consume('mina')).rejects.toMatchObject({ consumedPoints: n });
      expect(took()).toBeLessThan(10_000); // Each waiting for itself, they would take 25 s.
      expect(await stranger?.consume('mina')).toMatchObject({ consumedPoints: 1 });
    } finally {
      for (const pid of single.pids()) process.kill(pid, 'SIGCONT');
    }
    // What was asked meanwhile is counted when it goes on; whether by then it was refused or not is Redis' to say.
    await expect.poll(async () => (await stranger?.get('mina'))?.consumedPoints).toBeGreaterThan(1);
  });
});
