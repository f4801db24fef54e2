/** What can be done about a cart whose sum no card pays. */
export const cartHints = { least: 'add something to it', most: 'order some of it first, and the rest after that' };
