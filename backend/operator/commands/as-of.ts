import { Command } from 'commander';
import { acting } from '../run.ts';

export const asOfCommand = () =>
  new Command('as-of')
    .description('tells what an order, a tool, a person or the order counts were at a position or time')
    .argument('<stream>', 'booking-{id}, tool:{id}, user:{uid}; or order-counts')
    .argument('[moment]', 'a position, or a time as 2026-11-22T17:00:00Z, itself included; left out: now')
    .action(
      acting<object, [stream: string, moment?: string]>(async (run, _, stream, moment) => {
        const { tellAsOf } = await import('../history/as-of.ts');
        await tellAsOf(run, stream, moment);
      }),
    );
