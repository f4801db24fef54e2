import { expect, it } from 'vitest';
import { Busy, DamagedStream, NotMadeYet, SomeNotDone, Unavailable } from '../../../modules/kernel/errors.ts';
import { problemFor } from './problem.ts';

it('tells what is being made from what is too busy, by its type', () => {
  const { problem, headers } = problemFor(new NotMadeYet('It is being made.', 5));
  expect(problem).toMatchObject({ type: '/problems/being-prepared', status: 503, detail: 'It is being made.' });
  expect(headers).toEqual({ 'Retry-After': '5' });
  expect(problemFor(new Busy('Too many.')).problem).toMatchObject({ type: 'about:blank', status: 503 });
});

it('says of what cannot be read that it helps nobody to try again in a moment, and names no stream', () => {
  const damaged = new DamagedStream('booking-b1', 'It is broken.');
  const saidOf = (error: Error) => {
    const { problem, headers } = problemFor(error);
    expect({ status: problem.status, headers }).toEqual({ status: 503, headers: { 'Retry-After': '60' } });
    return problem.detail;
  };
  const why = 'something of it cannot be read at present. Whoever runs the shop has to put that right first.';
  expect(saidOf(damaged)).toBe(`This cannot be done: ${why}`);
  expect(saidOf(new SomeNotDone([damaged]))).toBe(`Not all of this could be done: ${why}`);
  expect(problemFor(new Unavailable('A store is away.')).problem.detail).toMatch(/try again in a moment/);
});
