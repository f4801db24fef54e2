import { Unavailable } from '../../modules/kernel/errors.ts';

/** Answers by which a Redis says that it cannot serve us now: https://redis.io/docs/latest/develop/reference/protocol-spec */
const NOT_NOW = [
  'LOADING',
  'READONLY',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'MOVED',
  'ASK',
  'TRYAGAIN',
  'BUSY',
  'OOM',
  'MISCONF',
  'NOREPLICAS',
  'NOAUTH',
  'WRONGPASS',
  'NOPERM',
];

// From a script, older servers give the error in the middle of a sentence, after a hyphen.
const saysNotNow = new RegExp(`(^|-)(${NOT_NOW.join('|')})\\b`);

/** The error as callers know it: `Unavailable`, unless Redis did answer and what it says is a mistake of ours. */
export function explained(error: unknown): unknown {
  if (error instanceof Unavailable || !(error instanceof Error)) return error;
  const isAnswer = error.name === 'ReplyError';
  return !isAnswer || saysNotNow.test(error.message) ? unavailable(error) : error;
}

/** Redis cannot serve us, for the reason given. */
export function unavailable(reason: Error | undefined): Unavailable {
  return new Unavailable(`Redis cannot be reached: ${reason?.message ?? 'not connected yet'}`, { cause: reason });
}
