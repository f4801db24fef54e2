/** The whole API, and what becomes of a whole shop. */
export const ofAShop = [
  'backend/api-tests/**/*.spec.ts',
  'backend/resilience-tests/{starting/first-start,kills/kill,kills/several-nodes,stores/switching}.spec.ts',
];
/**
 * Shown on two pairs that have nothing in common, because it is about what a store keeps and answers: kills, races, what was written, lists,
 * notices, erasure, what becomes of an order and its money.
 */
export const onTwoPairs = [
  'backend/api-tests/orders/*.spec.ts',
  'backend/api-tests/stores/{idempotency,lists,live,nothing-changed,read-your-writes}.spec.ts',
  'backend/api-tests/calls/{booking,checkout,orders,payments,refunds,webhook}.spec.ts',
  'backend/api-tests/people/forgetting.spec.ts',
  'backend/resilience-tests/{starting/first-start,kills/kill,kills/several-nodes,stores/switching}.spec.ts',
];
/** Shown on every pair, because it depends on how both work together: positions, reading what was written elsewhere. */
export const onEveryPair = ['backend/api-tests/stores/{event-position,nodes}.spec.ts'];
