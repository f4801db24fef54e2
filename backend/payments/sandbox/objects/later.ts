import type { RefundOutcome } from './refund.ts';

/** What will become of something at a time, if nobody sees to it before. */
export type Later =
  | { about: 'refund'; id: string; outcome: RefundOutcome; dueAt: number }
  | { about: 'payment'; id: string; outcome: 'succeeded' | 'failed'; dueAt: number };
