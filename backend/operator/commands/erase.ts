import { Command } from 'commander';
import { acting } from '../run.ts';

export const eraseCommand = () =>
  new Command('erase')
    .description('forgets a person for good: account, profile, the names in orders and reviews')
    .argument('<email>')
    .action(
      acting<object, [email: string]>(async (run, _, email) => {
        const { erase } = await import('../people/erase.ts');
        const said = await erase(email, run);
        run.say(said, { erased: true, said });
      }),
    );
