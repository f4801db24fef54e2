import { expect, it } from 'vitest';
import type { Job, Outcome } from './jobs.ts';
import { packJobs, packOutcomes, unpackJobs, unpackOutcomes } from './packed.ts';

const event = (id: string) => ({ id, type: 'Happened', data: `{"of":"${id}"}`, meta: '{}' });
const append = (...appends: [stream: string, expected: bigint | 'none' | 'any', ...ids: string[]][]): Job => ({
  kind: 'append',
  appends: appends.map(([stream, expected, ...ids]) => ({ stream, expected, events: ids.map(event) })),
});

const jobs: Job[] = [
  append(['a', 'none', '1', '2'], ['b', 7n, '3']),
  { kind: 'delete', stream: 'b' },
  append(['c', 'any', '4']),
  { kind: 'put', key: 'k', value: 'v', expected: 3n },
  append(['d', 2n ** 59n, '5', '6'], ['e', 'none', '7']),
  append(['f', 'none', '8', '9']),
];

it('jobs come out of a message between threads as they went into it', () =>
  expect(unpackJobs(structuredClone(packJobs(jobs)))).toEqual(jobs));

it('outcomes come out as they went in, also of events that do not stand beside each other', () => {
  const outcomes: Outcome[] = [
    {
      kind: 'appended',
      appended: [
        { revision: 1n, position: 11n, positions: [10n, 11n] },
        { revision: 8n, position: 12n, positions: [12n] },
      ],
    },
    { kind: 'deleted' },
    { kind: 'refused', which: 'c' },
    { kind: 'failed', as: 'unavailable', error: new Error('away') },
    {
      kind: 'appended',
      appended: [
        { revision: 2n ** 59n + 2n, position: 2n ** 60n, positions: [2n ** 60n - 1n, 2n ** 60n] },
        { revision: 0n, position: 2n ** 60n + 1n, positions: [2n ** 60n + 1n] },
      ],
    },
    { kind: 'appended', appended: [{ revision: 1n, position: 20n, positions: [14n, 20n] }] },
  ];
  expect(unpackOutcomes(structuredClone(packOutcomes(outcomes)), jobs)).toEqual(outcomes);
});
