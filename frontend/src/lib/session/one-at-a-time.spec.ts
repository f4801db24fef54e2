import { afterEach, describe, expect, it, vi } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** As a browser's, for one lock: one holds it, the others wait their turn, each no longer than its signal says. */
function lockManager() {
  let held: Promise<unknown> | undefined;
  type Options = { ifAvailable?: boolean; signal?: AbortSignal };
  async function request(_: string, ...[options, work]: [Options, (lock: object | null) => unknown] | [() => unknown]) {
    if (typeof options === 'function') return request(_, {}, options);
    if (held && options.ifAvailable) return work?.(null);
    while (held) {
      const { promise, reject } = Promise.withResolvers<never>();
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      await Promise.race([held, promise]);
    }
    const done = (async () => work?.({}))();
    const free = () => {
      held = undefined;
    };
    held = done.then(free, free);
    return done;
  }
  return { request };
}

afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ['with the browser’s lock', () => vi.stubGlobal('navigator', { locks: lockManager() })],
  ['without one', () => vi.stubGlobal('navigator', {})],
])('what is done one at a time, %s', (_, begin) => {
  it('waits for what goes before, also where that fails', async () => {
    begin();
    const done: string[] = [];
    const first = Promise.withResolvers<string>();
    const all = [
      oneAtATime(() => first.promise.finally(() => done.push('first'))),
      oneAtATime(async () => done.push('second')),
      oneAtATime(async () => done.push('third'), 10_000),
    ];
    await Promise.resolve();
    expect(done).toEqual([]);
    first.reject(new Error('no'));
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('waits no longer for what hangs than it has patience, and fails as it fails itself', async () => {
    begin();
    const hangs = Promise.withResolvers<void>();
    const first = oneAtATime(() => hangs.promise);
    await expect(oneAtATime(async () => 'done', 10)).resolves.toBe('done');
    await expect(oneAtATime(() => Promise.reject(new Error('no')), 10)).rejects.toThrow('no');
    hangs.resolve();
    await first;
  });
});
