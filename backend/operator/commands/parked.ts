import { Command } from 'commander';
import { acting } from '../run.ts';

export const parkedCommand = () =>
  new Command('parked')
    .description('lists the events that could not be dealt with, and why')
    .action(
      acting(async (run) => {
        const { listParked } = await import('../log/parked.ts');
        const entries = await listParked();
        for (const { line, entry } of entries) run.sayOne(line, entry);
        if (entries.length === 0) run.sayNothing('Nothing is parked.');
      }),
    )
    .addCommand(
      new Command('retry')
        .description('has one tried again')
        .argument('<id>', 'of the event')
        .action(
          acting<object, [id: string]>(async (run, _, id) => {
            const { retryParked } = await import('../log/parked.ts');
            const readers = await retryParked(id, run.by());
            run.say(readers.map((reader) => `${reader} tries again.`).join('\n'), { eventId: id, readers });
          }),
        ),
    )
    .addCommand(
      new Command('skip')
        .description('has one passed over for good; needs a --reason')
        .argument('<id>', 'of the event')
        .action(
          acting<object, [id: string]>(async (run, _, id) => {
            const { skipParked } = await import('../log/parked.ts');
            const readers = await skipParked(id, run.reason, run.by);
            run.say(readers.map((reader) => `${reader} passes over it.`).join('\n'), { eventId: id, readers });
          }),
        ),
    );
