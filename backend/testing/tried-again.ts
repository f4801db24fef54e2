import { matchesGlob } from 'node:path';

/**
 * How often CI tries a test that has failed, for vitest's `retry`: what passes then is named with why it had failed (second-runs.ts).
 * Not a property that a drawn case has broken: the next draw says nothing of that one.
 */
export const triedAgain = { count: 1, condition: /^(?!Property failed after)/ };

/** What looks for races, torn writes and lost answers. One that shows in one run of two is there, and a second try would hide it. */
export const findsRaces = [
  'backend/{event-store,fuzz-tests,read-models,resilience-tests,soak}/**',
  'backend/api-tests/{event-position,forgetting,idempotency,nodes,read-your-writes}.spec.ts',
  'backend/commands/**',
  'backend/feed/{ahead-of,emptied}-redis.spec.ts',
  'modules/payments/races.spec.ts',
];

/** Whether what fails in this spec is a finding at once. @param file its path from the root of the project */
export function isTriedOnce(file: string): boolean {
  return findsRaces.some((glob) => matchesGlob(file, glob));
}
