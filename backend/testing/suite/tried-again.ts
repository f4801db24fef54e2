import { matchesGlob } from 'node:path';

/**
 * How often CI tries a test that has failed, for vitest's `retry`: what passes then is named with why it had failed (second-runs.ts).
 * Not a property that a drawn case has broken: the next draw says nothing of that one.
 */
export const triedAgain = { count: 1, condition: /^(?!Property failed after)/ };

/**
 * What looks for races, torn writes and lost answers, or draws from a generator whose state runs on, so that a second try draws
 * something else. What shows in one run of two is there, and a second try would hide it.
 */
export const findsRaces = [
  'backend/{event-store,fuzz-tests,read-models,renewals,resilience-tests,soak}/**',
  'backend/api-tests/stores/{event-position,idempotency,nodes,read-your-writes}.spec.ts',
  'backend/api-tests/bounds/{bounds-by-person,failed-sign-ins}.spec.ts',
  'backend/api-tests/people/{forgetting,forgetting-checkouts,forgetting-late-orders,recovery}.spec.ts',
  'backend/api-tests/calls/{cart,checkout,factors,fulfilment,imports-begun-again,people}.spec.ts',
  'backend/api-tests/calls/{products,products-csv,setup,tool-reviews,webhook}.spec.ts',
  'backend/commands/**',
  'backend/feed/rebuilding/{ahead-of,emptied}.redis.spec.ts',
  'backend/feed/{projections/applied-ahead,projection-runner}.spec.ts',
  'backend/history-index/history-feed.spec.ts',
  'backend/operator/wrapping/keys-beside-nodes.spec.ts',
  'backend/seals/{sealing,tampering}.spec.ts',
  'modules/payments/{begin-payment,races}.spec.ts',
  'modules/users/departures.spec.ts',
];

/** Whether what fails in this spec is a finding at once. @param file its path from the root of the project */
export function isTriedOnce(file: string): boolean {
  return findsRaces.some((glob) => matchesGlob(file, glob));
}
