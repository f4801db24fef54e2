/** The most pieces of a tool that can be counted, ordered or be a minimum. */
export const mostPieces = 1_000_000_000;

/** What is said of what is no number of pieces. */
export const wholeNumberWanted = 'Must be a whole number';

/** What is said of more. */
export const tooManyPieces = `Must be at most ${mostPieces.toLocaleString('en-US')}`;
