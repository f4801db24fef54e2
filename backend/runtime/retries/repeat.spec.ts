import { expect, it } from 'vitest';
import { openLog } from '../logging/log.ts';
import { repeat } from './repeat.ts';

it('what is repeated goes on when it has failed, and ends when it is told to', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  let runs = 0;
  const repeating = repeat('counting', { every: 1, log, signal: stop.signal }, async () => {
    runs += 1;
    if (runs === 5) stop.abort();
    throw new Error('it fails');
  });
  await repeating;
  expect(runs).toBe(5);
  expect(lines[0]).toContain('counting failed; trying again');
});
