import type { CommandContext } from './commands.ts';

/** What a module holds of persons: to be shown to them, and to be forgotten. */
export type Holdings = {
  /** What it is called in what a person gets of their data. */
  readonly name: string;
  /**
   * All that is held of a person, as JSON; a list that may be long, a page at a time.
   * @param leftOut hears what of it is left out since its stream cannot be read, in words for the person
   */
  readonly of: (uid: string, leftOut: (what: string) => void) => Promise<unknown> | AsyncIterable<readonly unknown[]>;
  /**
   * Says in the streams of what is theirs that the person was forgotten, so that everything else follows from the log.
   * Twice is once, also after a crash. Resolves to the position of what it appended last, if anything.
   */
  readonly forget: (uid: string, context: CommandContext) => Promise<bigint | undefined>;
};
