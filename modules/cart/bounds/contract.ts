/** What bounds a cart, without the schemas, which the pages that show one do not need. */

/** The most lines that a cart may have, and that are ordered at once. */
export const mostLines = 50;
