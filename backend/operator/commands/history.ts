import { Command } from 'commander';
import { acting } from '../run.ts';

type Options = { readonly after?: string; readonly stream?: string; readonly type?: string };

export const historyCommand = () =>
  new Command('history')
    .description('prints the events, a line of JSON each')
    .option('--after <position>', 'those after a position')
    .option('--stream <stream>', 'those of one stream')
    .option('--type <type>', 'those of one type')
    .action(
      acting<Options>(async (run, { after, stream, type }) => {
        const { history } = await import('../history.ts');
        await history({ after, stream, type, signal: run.signal });
      }),
    );
