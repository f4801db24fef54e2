import type { Command } from 'commander';
import type { CommandContext } from '../../modules/kernel/commands.ts';
import { sameSignal } from '../runtime/processes/same-signal.ts';
import { BadSetting } from '../start/settings/config.ts';
import { Interrupted, sayWhatFailed } from './arguments/failures.ts';
import { byOperator, type Operator, operatorOf } from './log/operator-actor.ts';
import { printable, printableJson, printableLine } from './output/printable.ts';
import { Progress } from './output/progress-line.ts';

/** What every command may be told, wherever it stands among what is said. */
type Common = { readonly json?: boolean; readonly as?: string; readonly reason?: string };

/** What a command has to work with while it is carried out. */
export type Run = {
  /** Aborts when the operator wants it to end (Ctrl-C, SIGTERM): then it leaves whole what it was at, and throws. */
  readonly signal: AbortSignal;
  /** Who does it: `--as`, or the system's user. @throws BadSetting where nobody can be named. */
  readonly operator: () => Operator;
  /** Why, in their words. */
  readonly reason: string | undefined;
  /** Who and why, for the event of what is changed; each run is one command. */
  readonly by: () => CommandContext;
  /** Says a result: a text for people, or one object for programs (`--json`). */
  readonly say: (text: string, object: object) => void;
  /** Says one of many: a line for people, or an object of its own a line. */
  readonly sayOne: (text: string, object: object) => void;
  /** Says that a list is empty, for people; for programs that is no line. */
  readonly sayNothing: (text: string) => void;
  /** Says on standard error what is no result. */
  readonly remark: (text: string) => void;
  /** Tells how far long work has come. @param unit what is counted, in the plural */
  readonly progress: (unit: string) => Progress;
};

/** Milliseconds that a command has to end by itself once it was interrupted. What it changes is whole at every moment. */
const endsWithin = 3_000;
const longestReason = 500;

/** 128 and the signal's number, as shells have it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Makes the action of a command: what it throws becomes one line and exit code 1, and a signal ends it with nothing half done.
 * The work is given what was said: its arguments in their order, after its options.
 */
export function acting<Options extends object = object, Said extends readonly unknown[] = []>(
  work: (run: Run, options: Options, ...said: Said) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & Common>();
    const said = given.slice(0, -2) as unknown as Said;
    const interrupted = new AbortController();
    const shown: Progress[] = [];
    const fail = (reason: unknown) => {
      for (const each of shown) each.end();
      sayWhatFailed(reason);
    };
    let firstAt = 0;
    const stopListening = onSignal((name) => {
      if (interrupted.signal.aborted) {
        if (performance.now() - firstAt > sameSignal) process.exit(exitCodes[name]);
        return;
      }
      firstAt = performance.now();
      process.exitCode = exitCodes[name];
      // What comes next stands in a line of its own, and not behind the terminal's `^C`.
      if (process.stderr.isTTY) process.stderr.write('\n');
      interrupted.abort(new Interrupted());
      const endAnyway = () => {
        fail(new Interrupted());
        process.exit(exitCodes[name]);
      };
      setTimeout(endAnyway, endsWithin).unref();
    });
    try {
      await work(runOf(options, interrupted.signal, shown), options, ...said);
    } catch (reason) {
      fail(interrupted.signal.aborted ? new Interrupted() : reason);
      process.exitCode ||= 1;
    } finally {
      for (const each of shown) each.end();
      stopListening();
    }
  };
}

function runOf({ json = false, as, reason: said }: Common, signal: AbortSignal, shown: Progress[]): Run {
  const reason = said?.trim() || undefined;
  if ((reason?.length ?? 0) > longestReason)
    throw new BadSetting(`--reason may have ${longestReason} characters at most`);
  const endProgress = () => {
    for (const each of shown.splice(0)) each.end();
  };
  const print = (text: string, object: object) => {
    endProgress();
    console.log(json ? printableJson(JSON.stringify(object, bigintsAsText)) : text);
  };
  return {
    signal,
    operator: () => operatorOf(as),
    reason,
    by: () => byOperator(operatorOf(as), reason),
    say: (text, object) => print(printable(text), object),
    sayOne: (line, object) => print(printableLine(line), object),
    sayNothing: (text) => {
      if (!json) console.log(text);
    },
    remark: (text) => {
      endProgress();
      console.error(printable(text));
    },
    progress(unit) {
      endProgress(); // There is one line for it.
      const progress = new Progress(unit);
      shown.push(progress);
      return progress;
    },
  };
}

/** Positions are decimal strings outside. */
function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

function onSignal(hear: (name: keyof typeof exitCodes) => void): () => void {
  process.on('SIGINT', hear).on('SIGTERM', hear);
  return () => {
    process.off('SIGINT', hear).off('SIGTERM', hear);
  };
}
