import { parseArgs } from 'node:util';

/** A developer's command was said something that it cannot take; the message is one line. */
export class WrongArgument extends Error {
  override name = 'WrongArgument';
}

/**
 * Reads what a developer's command was said; where that is wrong, says so in one line and ends it, before anything is done. With `--help` it says
 * what it may be said.
 * @param help what it does, and each of its options
 */
export function saidArguments<Read>(help: string, read: (args: readonly string[]) => Read): Read {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help.trim());
    process.exit(0);
  }
  try {
    return read(args);
  } catch (reason) {
    if (!(reason instanceof Error && isAboutArguments(reason))) throw reason;
    console.error(reason.message);
    process.exit(1);
  }
}

/** What a command reads that takes nothing. @throws what Node's parseArgs throws, in one line, for whatever is said */
export const nothingSaid = (args: readonly string[]): void => void parseArgs({ args: [...args], options: {} });

/**
 * How many of something somebody wants.
 * @throws WrongArgument for what is no whole number from `least` on
 */
export function countIn(name: string, said: string, least = 1): number {
  const count = Number(said);
  if (/^\d{1,9}$/.test(said) && count >= least) return count;
  throw new WrongArgument(`${name} must be a whole number from ${least} on, and is '${said}'.`);
}

/** @throws WrongArgument for what is none of them */
export function oneOf<const One extends string>(name: string, said: string, all: readonly One[]): One {
  const found = all.find((one) => one === said);
  if (found !== undefined) return found;
  throw new WrongArgument(`${name} must be one of ${all.join(', ')}, and is '${said}'.`);
}

/** So are those of Node's parseArgs, for an option that is not known or lacks its value. */
function isAboutArguments(reason: Error & { readonly code?: unknown }): boolean {
  return reason instanceof WrongArgument || String(reason.code).startsWith('ERR_PARSE_ARGS_');
}
