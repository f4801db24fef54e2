/** What bounds how one gets into an account, without the schemas, which the pages that say it do not need. */

/** How long a mailed link is good, in minutes. */
export const linkMinutes = 30;
