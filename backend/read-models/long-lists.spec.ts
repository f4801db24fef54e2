import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ListQuery } from '../../modules/kernel/read-models.ts';
import { InMemoryReadModels } from '../doubles/in-memory-read-models.ts';
import { longListsInTurn } from './long-lists.ts';

/** Milliseconds that a list takes of a clock that nothing else moves. */
const perList = 4;

/** Read models that say how many lists were read. */
function shopOf() {
  let [now, read] = [performance.now(), 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const readModels = new InMemoryReadModels();
  vi.spyOn(readModels, 'list').mockImplementation(async () => {
    now += perList;
    read += 1;
    return { documents: [], next: undefined, asOf: undefined };
  });
  const isAtHand = (_: string, { key }: ListQuery) => key === 'at hand';
  return { readModels: longListsInTurn(Object.assign(readModels, { isAtHand }), 4), read: () => read };
}

const query = { index: 'all', key: '', order: 'ascending' } as const;

describe('lists that are asked for together', () => {
  it.each([
    ['long ones', { ...query, limit: 1_000 }],
    ['short ones that are pieces of one answer', { ...query, limit: 20, isPiece: true }],
    ['pieces of one answer that are at hand', { ...query, key: 'at hand', limit: 20, isPiece: true }],
  ])('are read a few in a round of the event loop: %s', async (_, asked) => {
    const { readModels, read } = shopOf();
    const answers = Array.from({ length: 20 }, () => readModels.list('orders', asked));
    const ofRounds: number[] = [];
    for (let before = 0; before < answers.length; before = read()) {
      await nextRound();
      ofRounds.push(read() - before);
    }
    // Those that fit into ten milliseconds, and those that had begun.
    expect(Math.max(...ofRounds)).toBeLessThanOrEqual(3 + 4);
    await Promise.all(answers);
  });

  it.each([
    ['short', { ...query, limit: 20 }],
    ['long and at hand', { ...query, key: 'at hand', limit: 1_000 }],
  ])('are read at once where they are %s', async (_, asked) => {
    const { readModels, read } = shopOf();
    const answers = Array.from({ length: 20 }, () => readModels.list('orders', asked));
    await nextRound();
    expect(read()).toBe(20);
    await Promise.all(answers);
  });
});
