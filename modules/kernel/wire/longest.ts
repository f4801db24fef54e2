/**
 * How long a text may be that people type, in characters. Schemas refuse what is longer, and fields take no more of it; by
 * themselves, since fields need no schemas to know it.
 */

/** The longest email address (RFC 5321, 4.5.3.1.3). */
export const longestEmail = 254;

/** The longest name of a person. */
export const longestName = 120;

/** Words that tools are searched for by. */
export const longestSearch = 200;

/** The beginnings of words that suggestions are asked for by. */
export const longestSuggested = 100;

/** What the history is asked about: an entity, a person, a correlation. */
export const longestAbout = 300;
