import { Command } from 'commander';
import { acting } from '../run.ts';

export const keysCommand = () =>
  new Command('keys')
    .description('prints new identity keys; or replaces those of the shop')
    .argument('[what]', 'rotate: a new key signs tokens, while the shop runs; or add, use, retire or undo; or drop')
    .argument(
      '[kind]',
      'of add, use, retire and undo: signing, wrapping or emails; of drop: wrapping; nodes with keys of their own are started again after each',
    )
    .addHelpText('after', '\nPrinted are keys for the setting IDENTITY_KEYS.')
    .action(
      acting<object, [what?: string, kind?: string]>(async (run, _, what, kind) => {
        const { keys } = await import('../wrapping/keys.ts');
        const said = await keys(what, kind, run);
        run.say(said, said.startsWith('{') ? JSON.parse(said) : { said });
      }),
    );
