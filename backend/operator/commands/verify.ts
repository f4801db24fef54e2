import { Command } from 'commander';
import { acting } from '../run.ts';

export const verifyCommand = () =>
  new Command('verify').description('compares the read models with a rebuild from the first event').action(
    acting(async (run) => {
      const { verify } = await import('../verify.ts');
      const { lists, projections } = await verify(run.progress('events'));
      const said = `All ${lists} lists of ${projections} read models are what the history makes of them.`;
      run.say(said, { isSame: true, lists, projections });
    }),
  );
