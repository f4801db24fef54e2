import { Command } from 'commander';
import { acting } from '../run.ts';

export const copyCommand = () =>
  new Command('copy')
    .description('copies a whole history; goes on where it was broken off; verified at the end')
    .requiredOption('--from <store>', 'esdb://…, or the path of a data directory')
    .requiredOption('--to <store>', 'the same')
    .action(
      acting<{ from: string; to: string }>(async (run, { from, to }) => {
        const { copy } = await import('../copy.ts');
        const said = await copy(from, to, run.operator(), run.reason);
        run.say(said, { from, to, said });
      }),
    );
