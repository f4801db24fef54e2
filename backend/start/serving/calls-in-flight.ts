/**
 * More than a few hundred buyers at once take, beside all searches, counts and lists that may wait for their turn (search-in-turn.ts,
 * long-lists.ts). None waits here, since those that are carried out wait for the stores.
 */
export const callsInFlight = {
  atOnce: 768,
  mostWaiting: 0,
  refusal: 'Too many others are asking at this moment. Please try again in a moment.',
};
