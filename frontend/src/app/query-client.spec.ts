import { describe, expect, it } from 'vitest';
import { NoAnswer, problemIn } from '../lib/api/api-error.ts';
import { mayHelp, waitBefore } from './query-client.ts';

const answered = (status: number, retryAfter?: string) =>
  problemIn(new Response('', { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } }));

describe('a query that failed', () => {
  it.each([
    [429, '2', true],
    [429, '60', false],
    [503, '1', true],
    [500, undefined, true],
    [404, undefined, false],
  ])('with %i, to be asked again after %s s, is asked again by itself: %s', async (status, retryAfter, isAsked) => {
    expect(mayHelp(0, await answered(status, retryAfter))).toBe(isAsked);
  });

  it('is asked three times, and no sooner than the shop says', async () => {
    expect([0, 1, 2].map((failures) => mayHelp(failures, new NoAnswer('')))).toEqual([true, true, false]);
    expect([0, 1].map((failures) => waitBefore(failures, new NoAnswer('')))).toEqual([1_000, 2_000]);
    expect(waitBefore(0, await answered(429, '4'))).toBe(4_000);
    expect(waitBefore(0, await answered(503, 'Sun, 06 Nov 1994 08:49:37 GMT'))).toBe(1_000);
  });
});
