import { Command } from 'commander';
import { acting } from '../run.ts';

export const setupCommand = () =>
  new Command('setup')
    .description('shows the code with which somebody becomes the first admin, at /setup, of a shop that has none')
    .action(
      acting(async (run) => {
        const { setUpCode } = await import('../people/setup.ts');
        const code = await setUpCode(run);
        const said = code === undefined ? 'The shop has an admin.' : `Sign in at /setup and say the code ${code}`;
        run.say(said, { hasAdmin: code === undefined, ...(code !== undefined && { code }) });
      }),
    );
