import { Command } from 'commander';
import { acting } from '../run.ts';

export const whyCommand = () =>
  new Command('why')
    .description('tells what caused an event, and what followed from it')
    .argument('<event>', 'its id, or its position')
    .action(
      acting<object, [event: string]>(async (run, _, event) => {
        const { tellWhy } = await import('../history/why.ts');
        await tellWhy(run, event);
      }),
    );
