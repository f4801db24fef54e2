import { Command } from 'commander';
import { acting } from '../run.ts';

export const promoteCommand = () =>
  new Command('promote')
    .description('makes a user an admin')
    .argument('<email>')
    .action(
      acting<object, [email: string]>(async (run, _, email) => {
        const { promote } = await import('../people/promote.ts');
        const { address, changed } = await promote(email, run);
        const said = changed ? `${address} is an admin now.` : `${address} is an admin already.`;
        run.say(said, { email: address, changed });
      }),
    );
