import { Command } from 'commander';
import { saidStore } from '../arguments/said-path.ts';
import { acting } from '../run.ts';

export const copyCommand = () =>
  new Command('copy')
    .description('copies a whole history; goes on where it was broken off; verified at the end')
    .requiredOption('--from <store>', 'esdb://…, or the path of a data directory', saidStore)
    .requiredOption('--to <store>', 'the same', saidStore)
    .action(
      acting<{ from: string; to: string }>(async (run, { from, to }) => {
        const { copy, sentenceOf } = await import('../copies/copy.ts');
        const { signal, reason } = run;
        let progress = { what: '', line: run.progress('positions') };
        const reached = (position: number, of: number, what: string) => {
          if (what !== progress.what) progress = { what, line: run.progress(`positions ${what}`) };
          progress.line.reached(position, of);
        };
        const { remark } = run;
        const copied = await copy(from, to, run.operator(), { reason, remark, signal, reached });
        run.say(sentenceOf(copied), copied);
      }),
    );
