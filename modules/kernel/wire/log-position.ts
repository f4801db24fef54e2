/** The digits of a position in the log, which has 64 bits. */
export const longestPosition = 20;

/** A position in the log as the wire writes it: a decimal number that may be longer than a double is exact. */
export const positionPattern = new RegExp(`^\\d{1,${longestPosition}}$`);

export const isPosition = (said: string) => positionPattern.test(said);
