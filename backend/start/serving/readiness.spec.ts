import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { readinessOf } from './readiness.ts';

/** A node whose stores are in the hands of the test, which counts how often they are asked. */
function node() {
  const looks = { head: 0, projections: 0 };
  const now = { time: 0, isAway: false, hasRoom: true, isCaughtUp: true, answer: Promise.resolve() };
  const store = {
    async head() {
      looks.head += 1;
      await now.answer;
      if (now.isAway) throw new Unavailable('The store is away.');
      return 1n;
    },
    hasRoom: () => now.hasRoom,
  };
  const readModels = {
    async projections() {
      looks.projections += 1;
      return [];
    },
  };
  const always = () => true;
  const isReady = readinessOf({ isOpen: always, feed: now, isWhole: always, store, readModels }, () => now.time);
  return { isReady, looks, now };
}

describe('whether a node can do its work', () => {
  it('is looked for once for all who ask within a second, and again after it', async () => {
    const { isReady, looks, now } = node();
    const slow = Promise.withResolvers<void>();
    now.answer = slow.promise;
    const asked = Array.from({ length: 50 }, isReady);
    now.time += 60_000;
    asked.push(isReady());
    slow.resolve();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([true]));
    now.time += 999;
    expect(await isReady()).toBe(true);
    expect(looks).toEqual({ head: 1, projections: 1 });
    now.time += 1;
    now.isAway = true;
    expect(await isReady()).toBe(false);
    now.isAway = false;
    expect(await isReady()).toBe(false);
    now.time += 1_000;
    expect(await isReady()).toBe(true);
    expect(looks).toEqual({ head: 3, projections: 3 });
  });

  it('is told at once of what needs no look at the stores', async () => {
    const { isReady, looks, now } = node();
    expect(await isReady()).toBe(true);
    now.hasRoom = false;
    expect(await isReady()).toBe(false);
    now.hasRoom = true;
    now.isCaughtUp = false;
    expect(await isReady()).toBe(false);
    now.isCaughtUp = true;
    expect(await isReady()).toBe(true);
    expect(looks.head).toBe(1);
  });
});
