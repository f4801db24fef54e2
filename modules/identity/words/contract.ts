/** What whoever was signed in hears of an account that was deleted. There is nothing to log in to again. */
export const accountDeleted = 'This account was deleted.';
