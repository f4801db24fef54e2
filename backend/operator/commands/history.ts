import { Command } from 'commander';
import type { HistoryOptions } from '../history/history.ts';
import { endWithReader } from '../output/output.ts';
import { acting } from '../run.ts';

export const historyCommand = () =>
  new Command('history')
    .description('tells what happened, a sentence a line, in the order in which it did')
    .option('--stream <stream>', 'of one stream, or of a thing: booking-{id}, tool:{id}, user:{uid}, operations')
    .option('--type <type>', 'of one type: ToolBooked')
    .option('--actor <uid>', 'by somebody: a uid, operator:{name}, or system for the shop itself')
    .option('--since <time>', 'from a time on, as 2026-11-22T17:00:00Z, or a day')
    .option('--until <time>', 'up to a time, itself included, or to the end of a day')
    .option('--correlation <id>', 'what came of one request')
    .option('--after <position>', 'behind a position')
    .option('--limit <count>', 'the last so many of these')
    .option('--follow', 'goes on with what happens, until it is interrupted; of before, the last 10')
    .option('--raw', 'events as they lie in the store, a line of JSON each: what is personal stays sealed')
    .action(
      acting<HistoryOptions & { raw?: boolean }>(async (run, { raw, ...asked }) => {
        endWithReader();
        if (raw) return (await import('../history/raw-history.ts')).tellRaw(run, asked);
        const { tellHistory } = await import('../history/history.ts');
        await tellHistory(run, asked);
      }),
    );
