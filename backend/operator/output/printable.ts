/** Control characters, among which are the escape sequences of terminals (ECMA-48, of 8 bits too), and what turns text around. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text for a terminal. Without this somebody's name could write over the line that tells of them, or make lines of its own: what
 * is typed by people is in sentences.
 */
export const printable = (text: string) =>
  text.replace(controls, (character) => (character === '\n' ? character : '\ufffd'));

/** The same of one line. */
export const printableLine = (line: string) => printable(line.replaceAll('\n', '\ufffd'));

/** JSON that no terminal takes for anything else: what JSON need not escape is escaped too. */
export const printableJson = (json: string) =>
  json.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
