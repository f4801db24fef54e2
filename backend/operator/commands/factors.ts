import { Command } from 'commander';
import { acting } from '../run.ts';

export const factorsCommand = () =>
  new Command('factors').description('second factors of people').addCommand(
    new Command('reset')
      .description("takes somebody's second factors and recovery codes away, who has lost them all")
      .argument('<email>')
      .action(
        acting<object, [email: string]>(async (run, _, email) => {
          const { resetFactors } = await import('../people/reset-factors.ts');
          const said = await resetFactors(email, run);
          run.say(said, { said });
        }),
      ),
  );
