/** Twice what a few hundred buyers at once take; none waits here, since those that are carried out wait for the stores. */
export const callsInFlight = {
  atOnce: 512,
  mostWaiting: 0,
  refusal: 'Too many others are asking at this moment. Please try again in a moment.',
};
