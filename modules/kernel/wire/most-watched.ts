/** How many things a browser may watch at once, over its live connection. */
export const mostWatched = 200;
