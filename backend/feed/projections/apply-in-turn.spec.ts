import { describe, expect, it } from 'vitest';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { applyInTurn } from './apply-in-turn.ts';

const slow = { name: 'slow' };
const fast = { name: 'fast' };

/** So many batches without events, and what was done with them in which order. */
function batchesOf(count: number) {
  const done: string[] = [];
  async function* batches(): AsyncGenerator<LogBatch> {
    for (let n = 1n; n <= count; n++) {
      done.push(`read ${n}`);
      yield { events: [], position: n, caughtUp: n === BigInt(count) };
    }
  }
  return { batches: batches(), done };
}

describe('batches that are applied in turn', () => {
  it('are applied in their order, and by one while another is still at the batch before', async () => {
    const { batches, done } = batchesOf(3);
    const second = Promise.withResolvers<void>();
    const positions: bigint[] = [];
    const applied = applyInTurn(batches, [slow, fast], async ({ name }, { position }) => {
      if (name === 'fast' && position === 2n) second.resolve();
      // Until the other is at the next one: it would wait for ever, if the other waited for it.
      if (name === 'slow' && position === 1n) await second.promise;
      done.push(`${name} ${position}`);
    });
    for await (const position of applied) positions.push(position);
    expect(positions).toEqual([1n, 2n, 3n]);
    for (const { name } of [slow, fast]) {
      expect(done.filter((what) => what.startsWith(name))).toEqual([1, 2, 3].map((n) => `${name} ${n}`));
    }
    expect(done.indexOf('fast 2')).toBeLessThan(done.indexOf('slow 1'));
  });

  it('are applied no further by who failed at one, and nothing is under way once that is told', async () => {
    const { batches, done } = batchesOf(9);
    const applied = applyInTurn(batches, [slow, fast], async ({ name }, { position }) => {
      await new Promise(setImmediate);
      if (name === 'fast' && position === 2n) throw new RangeError('No number.');
      done.push(`${name} ${position}`);
    });
    const positions: bigint[] = [];
    const all = (async () => {
      for await (const position of applied) positions.push(position);
    })();
    await expect(all).rejects.toThrow(RangeError);
    const then = [...done];
    await new Promise(setImmediate);
    expect(positions).toEqual([1n]);
    expect(done).toEqual(then);
    expect(done).not.toContain('fast 3');
  });

  it('are all written, or known to be lost, once a failure is told: one’s own, and that of another', async () => {
    const { batches, done } = batchesOf(3);
    const isWritten = async () => {
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      done.push('slow 1 is written');
    };
    const applied = applyInTurn(batches, [slow, fast], async ({ name }, { position }) => {
      if (position > 1n || name === 'fast') throw new RangeError('No number.');
      return { written: isWritten() };
    });
    await expect(applied.next()).rejects.toThrow(RangeError);
    expect(done).toContain('slow 1 is written');
  });
});
