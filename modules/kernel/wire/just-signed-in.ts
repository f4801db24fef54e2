/**
 * The cookie that says to the page that somebody has just been signed in by another site, and has a session's cookie and no
 * token yet. It holds nothing: whoever makes one up has the page ask for a token in vain.
 */
export const justSignedIn = 'inventory_signed_in';
