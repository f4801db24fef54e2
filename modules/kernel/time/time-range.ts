import { z } from 'zod';
import { isMoment, microsecondsOf } from './moment.ts';

const day = /^\d{4}-\d\d-\d\d$/;

/** A time in ISO 8601, or a day in UTC: one end of a range. */
export const timeOrDay = z
  .string()
  .max(40, 'Must not be longer than 40 characters')
  .refine((value) => isMoment(day.test(value) ? `${value}T00:00:00Z` : value), {
    message: 'Must be a time as 2026-11-22T17:00:00Z, or a day',
  });

/** From which microsecond on, and up to which, somebody asks. */
export const sinceOf = (since: string) => microsecondsOf(day.test(since) ? `${since}T00:00:00Z` : since);
export const untilOf = (until: string) => microsecondsOf(day.test(until) ? `${until}T23:59:59.999999Z` : until);
