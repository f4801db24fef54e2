/**
 * Of the orders that are asked for between two kills, how many may be refused at most. Nothing is the matter with the shop then: only
 * what a busy machine holds up for longer than the tests' short grace is given up.
 */
export const mostRefused = 1 / 20;

/**
 * Of the answers while nodes and stores fail, how many may say that they are not shown yet: what one reads elsewhere after them is not
 * asked. Trouble holds up what is under way for less than an answer waits, but for a few.
 */
export const mostNotYetApplied = 1 / 20;
