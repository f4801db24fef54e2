import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { openLog } from '../logging/log.ts';
import { retryForever } from './retry-forever.ts';

const pace = { first: 1, most: 1 };

/** Work that fails for these reasons, one after the other, and then succeeds. */
function failing(...reasons: readonly unknown[]) {
  const left = [...reasons];
  return async () => {
    if (left.length > 0) throw left.shift();
    return 'done';
  };
}

function options() {
  const lines = new PassThrough();
  const stop = new AbortController();
  const said = () => {
    const text: Buffer | null = lines.read();
    return (text?.toString() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  return { what: 'the work', log: openLog('debug', lines), signal: stop.signal, pace, stop, said };
}

describe('what is tried until it succeeds', () => {
  it('resolves to what it came to', async () => {
    expect(await retryForever(failing(new Error('a'), new Error('b')), options())).toBe('done');
  });

  it('shows none for what is away, and warns only', async () => {
    const away = options();
    await retryForever(failing(new Unavailable('Redis is away.')), away);
    expect(away.said()).toEqual([expect.objectContaining({ level: 40, reason: 'Redis is away.' })]);
    expect(JSON.stringify(away.said())).not.toContain('stack');
  });

  it('ends at once with what will not pass', async () => {
    const work = failing(new Error('for ever'), new Error('never seen'));
    await expect(retryForever(work, { ...options(), isPassing: () => false })).rejects.toThrow('for ever');
  });

  it('ends without a result when it is stopped', async () => {
    const { stop, ...rest } = options();
    const work = async () => {
      stop.abort();
      throw new Error('a');
    };
    expect(await retryForever(work, rest)).toBeUndefined();
  });
});
