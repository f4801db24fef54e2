import { Command } from 'commander';
import { acting } from '../run.ts';

export const keysCommand = () =>
  new Command('keys')
    .description('prints new identity keys; or replaces those of the shop')
    .argument('[what]', 'rotate: a new key signs tokens, while the shop runs; or add, use or retire')
    .argument(
      '[kind]',
      'of add, use and retire: signing, wrapping or emails; with a start of all nodes after each step',
    )
    .addHelpText('after', '\nPrinted are keys for the setting IDENTITY_KEYS.')
    .action(
      acting<object, [what?: string, kind?: string]>(async (run, _, what, kind) => {
        const { keys } = await import('../keys.ts');
        const said = await keys(what, kind, run);
        run.say(said, said.startsWith('{') ? JSON.parse(said) : { said });
      }),
    );
