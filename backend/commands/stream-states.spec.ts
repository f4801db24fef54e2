import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Aggregate } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import { contextOf } from '../testing/context.ts';
import { aCount, counter, newEvent } from '../testing/counters.ts';
import { by, opened } from '../testing/deciding/handler-under-test.ts';
import { StreamStates } from './stream-states.ts';

/** Streams of so many events each, and states of them that may take so many bytes. */
async function statesOf(lengths: Readonly<Record<string, number>>, bytes: number) {
  const { store, commands } = opened();
  for (const [name, length] of Object.entries(lengths)) {
    const all = Array.from({ length }, (_, n) =>
      commands.execute(counter, name, contextOf(`${name} ${n}`), aCount, by(1)),
    );
    await Promise.all(all);
  }
  const states = new StreamStates(store, { streams: 1_000, bytes });
  const read = vi.spyOn(store, 'readStream');
  /** Which of them are read from their beginning when they are asked for. */
  const readAnew = async (...names: string[]) => {
    const anew: string[] = [];
    for (const name of names) {
      read.mockClear();
      await states.fresh(counter, name);
      if (read.mock.calls[0]?.[1]?.from === 0n) anew.push(name);
    }
    return anew;
  };
  return { states, readAnew };
}

it('are forgotten for long streams sooner than for short ones', async () => {
  const { readAnew } = await statesOf({ a: 1, b: 1, c: 1, long: 20, d: 1 }, 30_000);
  expect(await readAnew('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  expect(await readAnew('a', 'b', 'c')).toEqual([]);
  expect(await readAnew('long')).toEqual(['long']);
  expect(await readAnew('d', 'long', 'c')).toEqual(['d']);
});

it('are forgotten for full ones sooner than for empty ones, by what they hold', async () => {
  const { store } = opened();
  type Filled = DomainEvent<'Filled', { lines: readonly string[] }>;
  const cart: Aggregate<readonly string[], Filled> = { name: 'cart', initial: [], evolve: (_, { data }) => data.lines };
  const lines = Array.from({ length: 50 }, () => randomUUID());
  const of = (kind: string) => Array.from({ length: 10 }, (_, n) => `${kind} ${n}`);
  for (const [kind, some] of [
    ['empty', []],
    ['full', lines],
  ] as const) {
    const fill = () => newEvent({ type: 'Filled', data: { lines: some } });
    for (const name of of(kind)) await store.append(`cart-${name}`, 'none', [fill()]);
  }
  const read = vi.spyOn(store, 'readStream');
  const states = new StreamStates(store, { streams: 1_000, bytes: 30_000 });
  for (const [kind, anew] of [
    ['empty', 0],
    ['full', 10],
  ] as const) {
    for (const name of of(kind)) await states.fresh(cart, name);
    read.mockClear();
    for (const name of of(kind)) await states.fresh(cart, name);
    expect(read.mock.calls.filter(([, from]) => from?.from === 0n)).toHaveLength(anew);
  }
});

it('take more room as they grow', async () => {
  const { states, readAnew } = await statesOf({ a: 1, growing: 1, b: 1 }, 6_000);
  await readAnew('a', 'b', 'growing');
  const { commands } = await states.fresh(counter, 'growing');
  for (let n = 0; n < 150; n++) commands.add(`more ${n}`, 0n);
  await states.fresh(counter, 'growing');
  expect(await readAnew('a')).toEqual(['a']);
});

it('are kept for the longest stream, and others beside it', async () => {
  const { readAnew } = await statesOf({ a: 1, longest: 100 }, 10_000);
  await readAnew('longest', 'a');
  expect(await readAnew('longest', 'a', 'longest')).toEqual([]);
});

it('are not kept of streams that are not there', async () => {
  const { readAnew } = await statesOf({ a: 1, b: 1 }, 10_000);
  await readAnew('a', 'b');
  await readAnew('none 1', 'none 2', 'none 3', 'none 4');
  expect(await readAnew('a', 'b')).toEqual([]);
});
