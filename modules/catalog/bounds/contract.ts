/** What bounds how shelves are narrowed down, without the schemas, which the pages that show them do not need. */

/** The longest name of a category, in characters. */
export const longestCategory = 80;

/** The most categories that tools are looked for in at once. */
export const mostCategories = 20;
