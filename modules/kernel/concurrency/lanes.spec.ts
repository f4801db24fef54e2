import { describe, expect, it } from 'vitest';
import { Busy } from '../errors.ts';
import { Lanes } from './lanes.ts';

const opened = (mostWaiting = 10) => new Lanes({ mostWaiting, refusal: 'Too many.' });

/** Work that says when it begins, and ends when it is told to. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('work in lanes', () => {
  it('about the same thing is done one after the other, and about others meanwhile', async () => {
    const [lanes, { begun, work, end }] = [opened(), works()];
    const both = lanes.run(['a', 'b'], work('a and b'));
    const second = lanes.run(['b'], work('b'));
    const other = lanes.run(['c'], work('c'));
    await settled();
    expect(begun).toEqual(['a and b', 'c']);
    end('a and b');
    expect(await both).toBe('a and b');
    await settled();
    expect(begun).toEqual(['a and b', 'c', 'b']);
    for (const name of ['b', 'c']) end(name);
    expect(await Promise.all([second, other])).toEqual(['b', 'c']);
  });

  it('never waits for who waits for it, in whatever order its things are named, and however often', async () => {
    const lanes = opened();
    const done = await Promise.all(
      [['a', 'b'], ['b', 'a'], ['b', 'c', 'b'], ['c', 'a'], []].map((things) =>
        lanes.run(things, () => settled().then(() => things.join())),
      ),
    );
    expect(done).toEqual(['a,b', 'b,a', 'b,c,b', 'c,a', '']);
  });

  it('gives its places on when it fails, or when who waits goes', async () => {
    const [lanes, gone, { begun, work, end }] = [opened(), new AbortController(), works()];
    const failing = lanes.run(['a'], () => settled().then(() => Promise.reject(new Error('It failed.'))));
    const waiting = lanes.run(['a', 'b'], work('who goes'), gone.signal);
    const last = lanes.run(['a'], work('last'));
    const refused = [expect(failing).rejects.toThrow('It failed.'), expect(waiting).rejects.toThrow('Gone.')];
    gone.abort(new Error('Gone.'));
    await Promise.all(refused);
    await expect.poll(() => begun).toEqual(['last']);
    end('last');
    expect(await last).toBe('last');
  });

  it('is refused where too many wait', async () => {
    const [lanes, { work, end }] = [opened(1), works()];
    const [first, second] = [lanes.run(['a'], work('first')), lanes.run(['a'], work('second'))];
    await expect(lanes.run(['a'], work('third'))).rejects.toThrow(Busy);
    await settled();
    end('first');
    await first;
    await settled();
    end('second');
    expect(await second).toBe('second');
  });
});
