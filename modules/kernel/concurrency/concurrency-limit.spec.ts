import { describe, expect, it } from 'vitest';
import { Busy } from '../errors.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** Work that runs until it is told to finish. */
function piece(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    finish: () => resolve(name),
    fail: () => reject(new Error(name)),
    work: () => {
      started.push(name);
      return promise;
    },
  };
}

describe('a concurrency limit', () => {
  it('lets so many in at once, and the others in their order', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 2, mostWaiting: 10, refusal: 'Full.' });
    const started: string[] = [];
    const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(name, started));
    const done = pieces.map(({ work }) => limit.run(work));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    pieces[1]?.finish();
    expect(await done[1]).toBe('b');
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    for (const { finish } of pieces) finish();
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('turns away whom there is no room for, and is open again afterwards', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 1, mostWaiting: 1, refusal: 'Full.' });
    const started: string[] = [];
    const [first, second, third] = [piece('a', started), piece('b', started), piece('c', started)];
    const done = [limit.run(first.work), limit.run(second.work)];
    await expect(limit.run(third.work)).rejects.toThrow(Busy);
    first.finish();
    second.finish();
    third.finish();
    await Promise.all(done);
    expect(await limit.run(third.work)).toBe('c');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('gives the place in the queue back of who has gone, and begins nothing for them', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 1, mostWaiting: 1, refusal: 'Full.' });
    const started: string[] = [];
    const [first, second, third] = [piece('a', started), piece('b', started), piece('c', started)];
    const gone = new AbortController();
    const running = limit.run(first.work);
    const waiting = limit.run(second.work, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(limit.run(second.work, gone.signal)).rejects.toThrow('gone');
    const next = limit.run(third.work);
    for (const { finish } of [first, third]) finish();
    expect(await Promise.all([running, next])).toEqual(['a', 'c']);
    expect(started).toEqual(['a', 'c']);
  });

  it('gives the place on when work fails', async () => {
    const limit = new ConcurrencyLimit({ atOnce: 1, mostWaiting: 1, refusal: 'Full.' });
    const [first, second] = [piece('a', []), piece('b', [])];
    const done = [limit.run(first.work), limit.run(second.work)];
    first.fail();
    second.finish();
    await expect(done[0]).rejects.toThrow('a');
    expect(await done[1]).toBe('b');
  });
});
