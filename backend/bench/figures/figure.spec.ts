import { describe, expect, it } from 'vitest';
import { withinTenthOf } from '../grow.ts';
import { allTried, type Figure, tried } from './figure.ts';
import { inTurn, middleOf } from './rounds.ts';
import { tableOf } from './table.ts';

const rate = (perSecond: number, but = {}) => ({ answers: 10, perSecond, median: 20, p99: 30, failed: 0, ...but });
const rowOf = (figure: Figure) => tableOf({ on: 'SQLite', figures: [figure] }).at(-1);

describe('a figure', () => {
  it('stands beside what is bare, with whether it is what it must be', () => {
    const must = { ofBare: 0.7, perSecond: 3_000, p99: 40, p99ofMedian: 4, cpu: 700 };
    const ours = rate(2_000, { cpu: 600, loop: 400 });
    expect(rowOf({ what: 'POST', ours, bare: rate(2_500, { cpu: 250 }), beside: 'one insert', must })).toBe(
      '| POST | 2,000/s | 20 / 30 ms | 2,500/s (one insert) | 20 / 30 ms | 0.80 x | 600 (400 of the event loop); 250 | ' +
        '≥ 0.7 x: yes; ≥ 3,000/s: **no**; p99 ≤ 40 ms: yes; p99 ≤ 4 medians: yes; ≤ 700 µs of the processor: yes |  |',
    );
    const start: Figure = { what: 'start', ours: { amount: { value: 1.24, unit: 's' } }, must: { amount: 1.5 } };
    expect(rowOf(start)).toBe('| start | 1.2 s |  |  |  |  |  | ≤ 1.5 s: yes |  |');
  });

  it('of a shop that has grown must be within a tenth of the first: beside what is bare, and by what an order takes', () => {
    const must = withinTenthOf({ ours: rate(2_700, { cpu: 500, loop: 240 }), bare: rate(3_000) });
    const rowAfter = (perSecond: number, loop: number) =>
      rowOf({ what: 'POST', ours: rate(perSecond, { cpu: 500, loop }), bare: rate(1_500), must });
    expect(rowAfter(1_230, 263)).toContain('| ≥ 0.81 x: yes; ≤ 264 µs of the event loop: yes |');
    expect(rowAfter(1_200, 265)).toContain('| ≥ 0.81 x: **no**; ≤ 264 µs of the event loop: **no** |');
    expect(withinTenthOf({ ours: {} })).toEqual({});
  });

  it('that cannot be measured says why in its place, and nothing of what it must be', async () => {
    const away = () => Promise.reject(new Error('EventStoreDB did not answer'));
    const [alone, [together]] = [await tried('append', away, { ofBare: 1 }), await allTried('orders', away)];
    expect(rowOf(alone)).toBe('| append |  |  |  |  |  |  |  | not measured: EventStoreDB did not answer |');
    expect(together).toMatchObject({ what: 'orders', note: 'not measured: EventStoreDB did not answer' });
    expect(await allTried('orders', async () => [alone])).toEqual([alone]);
  });

  it('is the middle one of rounds that take turns, after both were asked once', async () => {
    const asked: string[] = [];
    const rates = { ours: [1, 50, 10, 30], bare: [1, 20, 90, 60] };
    const measure = (who: 'ours' | 'bare') => async (seconds: number) => {
      asked.push(`${who} ${seconds}`);
      return rate(rates[who].shift() ?? 0);
    };
    const measured = await inTurn(6, measure('ours'), measure('bare'));
    expect(measured).toEqual({ ours: rate(30, { answers: 30 }), bare: rate(60, { answers: 30 }) });
    expect(asked).toEqual(['ours 1', 'bare 1', 'ours 2', 'bare 2', 'ours 2', 'bare 2', 'ours 2', 'bare 2']);
    expect(middleOf([rate(1, { failed: 2 }), rate(2, { failed: 3 })])).toMatchObject({ failed: 5 });
  });
});
