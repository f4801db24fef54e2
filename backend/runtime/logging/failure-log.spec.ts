import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Busy, Unavailable } from '../../../modules/kernel/errors.ts';
import { failuresTo } from './failure-log.ts';
import { openLog } from './log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function failures() {
  const said: { msg: string; reason?: string; failures?: number; err?: { stack: string } }[] = [];
  const log = openLog('debug', { write: (line) => void said.push(JSON.parse(line)) });
  return { said, ...failuresTo('the work', log) };
}

describe('the failures of what is tried again and again', () => {
  it('are told of at first with a stack, and then once a minute, with how many there were', () => {
    const { said, failed } = failures();
    for (let second = 0; second <= 180; second++) {
      expect(failed(new Error(`the ${second}th`))).toBe(second + 1);
      vi.advanceTimersByTime(1_000);
    }
    expect(said.map(({ err }) => err?.stack !== undefined)).toEqual([true, false, false, false]);
    expect(said.map(({ reason, failures }) => [reason, failures])).toEqual([
      [undefined, undefined],
      ['the 60th', 61],
      ['the 120th', 121],
      ['the 180th', 181],
    ]);
  });

  it('of a day in which a store is away are a line a minute', () => {
    const { said, failed } = failures();
    for (let second = 0; second < 86_400; second++) {
      failed(new Unavailable('Redis is away.'));
      vi.advanceTimersByTime(1_000);
    }
    expect(said).toHaveLength(1_440);
  });

  it('are told of at once, with a stack, where they are of another kind than that a store is away', () => {
    const { said, failed } = failures();
    failed(new Unavailable('Redis is away.'));
    failed(new Unavailable('Redis is away.'));
    failed(new TypeError('a fault'));
    failed(new Unavailable('Redis is away.'));
    failed(new TypeError('a fault'));
    expect(said.map(({ reason, err }) => reason ?? err?.stack.split('\n')[0])).toEqual([
      'Redis is away.',
      'TypeError: a fault',
    ]);
  });

  it('are no faults where somebody else was at it just then, or too much was asked: that it waits is told without a stack', () => {
    const { said, failed } = failures();
    failed(new Busy('Somebody else has just told it.'));
    failed(new TypeError('a fault'));
    expect(said).toMatchObject([
      { level: 40, reason: 'Somebody else has just told it.', msg: 'the work has to wait' },
      { level: 50, msg: 'the work failed; trying again' },
    ]);
  });

  it('are no faults where all of several lie in what is away, and are where one of them does not', () => {
    const { said, failed } = failures();
    const away = new AggregateError([new Unavailable('Redis is away.'), new Busy('Too much.')], 'several');
    failed(new AggregateError([away, new Unavailable('Redis is away.')], 'all'));
    failed(new AggregateError([away, new TypeError('a fault')], 'some'));
    failed(new AggregateError([], 'of none'));
    expect(said).toMatchObject([
      { level: 40, reason: 'all', msg: 'the work has to wait' },
      { level: 50, err: { message: expect.stringMatching(/^some/) }, msg: 'the work failed; trying again' },
    ]);
  });

  it('are told of at once where it went well in between', () => {
    const { said, failed, succeeded } = failures();
    failed(new Error('one'));
    succeeded();
    failed(new Error('another'));
    expect(said.map(({ err }) => err?.stack.split('\n')[0])).toEqual(['Error: one', 'Error: another']);
  });
});
