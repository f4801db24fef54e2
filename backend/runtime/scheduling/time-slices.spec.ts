import { describe, expect, it } from 'vitest';
import { Busy } from '../../../modules/kernel/errors.ts';
import { inGroup } from '../concurrency/caller-group.ts';
import { TimeSlices } from './time-slices.ts';

const slices = (but: Partial<ConstructorParameters<typeof TimeSlices>[0]> = {}) =>
  new TimeSlices({ slice: 5, atOnce: 1, mostWaiting: 100, refusal: 'Too many.', ...but });

/** Keeps the event loop busy. */
const busy = (milliseconds: number) => async () => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

describe('work that is cut into time slices', () => {
  it('lets others get in between', async () => {
    const queue = slices();
    let done = 0;
    const work = Array.from({ length: 20 }, () => queue.run(busy(5)).then(() => done++));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(10);
    await Promise.all(work);
  });

  it('is done first come, first served, and refused when too many wait', async () => {
    const queue = slices({ mostWaiting: 2 });
    const order: string[] = [];
    const run = (name: string) =>
      queue.run(busy(6)).then(
        () => order.push(name),
        (reason: unknown) => order.push(`${name}: ${reason instanceof Busy}`),
      );
    await Promise.all(['a', 'b', 'c', 'd'].map(run));
    expect(order).toEqual(['d: true', 'a', 'b', 'c']);
  });

  it('is done in turns by where it is asked for, and where there is no room the newest of who asks for most is refused', async () => {
    const queue = slices({ mostWaiting: 4 });
    const done: string[] = [];
    const refused: string[] = [];
    const run = (name: string) => {
      const signal = inGroup(new AbortController().signal, name.charAt(0));
      return queue.run(busy(6), signal).then(
        () => done.push(name),
        (reason: unknown) => reason instanceof Busy && refused.push(name),
      );
    };
    // The first is done at once, and four wait. Whoever comes last finds two of each.
    await Promise.all(['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'a5'].map(run));
    expect(done).toEqual(['a0', 'a1', 'b1', 'a2', 'b2']);
    expect(refused.toSorted()).toEqual(['a3', 'a4', 'a5']);
  });

  it('of the shop itself is refused when there is no room, and never put out', async () => {
    const queue = slices({ mostWaiting: 3 });
    const own = [0, 1, 2, 3].map(() => queue.run(busy(6)));
    await expect(queue.run(busy(6), inGroup(new AbortController().signal, 'a'))).rejects.toThrow(Busy);
    await expect(queue.run(busy(6))).rejects.toThrow(Busy);
    await Promise.all(own);
  });

  it('of the shop itself keeps nobody from the place of an address that has many, though it be most of what waits', async () => {
    const queue = slices({ mostWaiting: 5 });
    const from = (address: string) => inGroup(new AbortController().signal, address);
    const own = [0, 1, 2, 3].map(() => queue.run(busy(6)));
    const many = [0, 1].map(() => queue.run(busy(6), from('a')));
    const other = queue.run(async () => 'done', from('b'));
    const [first, newest] = await Promise.allSettled(many);
    expect(await other).toBe('done');
    expect(first?.status).toBe('fulfilled');
    expect(newest).toMatchObject({ status: 'rejected', reason: expect.any(Busy) });
    await Promise.all(own);
  });

  it('is never more at once than it may be', async () => {
    const queue = slices({ atOnce: 2 });
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    };
    await Promise.all(Array.from({ length: 9 }, () => queue.run(work)));
    expect(most).toBe(2);
  });

  it('is not begun for who has gone', async () => {
    const queue = slices();
    const gone = new AbortController();
    const done: string[] = [];
    const first = queue.run(busy(6)).then(() => done.push('first'));
    const left = queue.run(async () => done.push('left'), gone.signal);
    const last = queue.run(async () => done.push('last'));
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await Promise.all([first, last]);
    expect(done).toEqual(['first', 'last']);
  });
});
