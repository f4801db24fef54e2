const hours = 60 * 60 * 1000;

/** How long a session may live, in milliseconds. Nothing prolongs it. */
export const lifetime = 30 * 24 * hours;

/** Of an admin: how long it may live, and how long after they last did something themselves, in milliseconds. */
export const ofAdmins = { lifetime: 24 * hours, idle: hours };

/** How many sessions a person may have: with one more the oldest ends. */
export const mostSessions = 50;
