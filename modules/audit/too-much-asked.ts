/** What somebody reads who finds no place among those for whom something of the history is being made. */
export const tooMuchAsked = 'Too much of the history is asked for at this moment. Please try again in a moment.';
