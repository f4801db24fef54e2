import { expect, it, vi } from 'vitest';
import { Waiters } from './waiters.ts';

it('are woken by how far things have come, each when it is their turn', async () => {
  const waiters = new Waiters();
  const woken: bigint[] = [];
  const waits = [3n, 1n, 2n].map((position) =>
    waiters.wait(position, 60_000).then((reached) => {
      if (reached) woken.push(position);
    }),
  );
  waiters.advance(2n);
  await Promise.all(waits.slice(1));
  expect(woken).toEqual([1n, 2n]);
  waiters.advance(3n);
  await Promise.all(waits);
  expect(woken).toEqual([1n, 2n, 3n]);
  expect(await waiters.wait(3n, 0)).toBe(true);
});

it('wait again for what has gone back', async () => {
  const waiters = new Waiters();
  waiters.advance(3n);
  waiters.goBack(1n);
  expect(await waiters.wait(2n, 0)).toBe(false);
  waiters.advance(2n);
  expect(await waiters.wait(2n, 0)).toBe(true);
});

it('wait no longer than they are ready to, whoever else waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const waiters = new Waiters();
    const given: string[] = [];
    const wait = (name: string, milliseconds: number) =>
      waiters.wait(9n, milliseconds).then((reached) => given.push(`${name} ${reached}`));
    const long = wait('long', 60_000);
    const all = [wait('middle', 60), wait('short', 20), wait('middle, too', 60)];
    await vi.advanceTimersByTimeAsync(19);
    expect(given).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(given).toEqual(['short false']);
    await vi.advanceTimersByTimeAsync(38);
    expect(given).toEqual(['short false']);
    await vi.advanceTimersByTimeAsync(2);
    await Promise.all(all);
    expect(given).toEqual(['short false', 'middle false', 'middle, too false']);
    waiters.advance(9n);
    await long;
    expect(given.at(-1)).toBe('long true');
  } finally {
    vi.useRealTimers();
  }
});

it('need one timer together, and none when nobody waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const waiters = new Waiters();
    const waits = Array.from({ length: 100 }, () => waiters.wait(1n, 5_000));
    expect(vi.getTimerCount()).toBe(1);
    waiters.advance(1n);
    expect(vi.getTimerCount()).toBe(0);
    const again = waiters.wait(2n, 5_000);
    waiters.release();
    expect([...(await Promise.all(waits)), await again].filter((reached) => !reached)).toEqual([false]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('may be very many', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const waiters = new Waiters();
    const first = waiters.wait(1n, 1_000);
    const waits = Array.from({ length: 150_000 }, () => waiters.wait(1n, 5_000));
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await first).toBe(false);
    waiters.advance(1n);
    expect(new Set(await Promise.all(waits))).toEqual(new Set([true]));
  } finally {
    vi.useRealTimers();
  }
});
