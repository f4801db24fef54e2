import type { CellError } from '../csv/contract.ts';

/** What is said of a file of products whose bytes are no text. */
export const notUtf8 = 'The file is not in UTF-8. Save it as “CSV UTF-8”, and try again.';

/** What is wrong with its row about a tool that a line before is about already. */
export const toolTwice = (before: number): CellError => ({
  column: '_id',
  message: `This tool is on line ${before} already.`,
});
