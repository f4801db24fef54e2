import { expect, it } from 'vitest';
import { Busy, NotMadeYet } from '../../../modules/kernel/errors.ts';
import { problemFor } from './problem.ts';

it('tells what is being made from what is too busy, by its type', () => {
  const { problem, headers } = problemFor(new NotMadeYet('It is being made.', 5));
  expect(problem).toMatchObject({ type: '/problems/being-prepared', status: 503, detail: 'It is being made.' });
  expect(headers).toEqual({ 'Retry-After': '5' });
  expect(problemFor(new Busy('Too many.')).problem).toMatchObject({ type: 'about:blank', status: 503 });
});
