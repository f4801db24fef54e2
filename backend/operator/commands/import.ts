import { Command } from 'commander';
import { acting } from '../run.ts';

export const importCommand = () =>
  new Command('import')
    .description('brings an export into an empty store; said again, goes on where it was broken off')
    .argument('<file>')
    .option(
      '--keys-of <store>',
      'where the keys of people are: esdb://…, or a data directory; without, people read as erased',
    )
    .action(
      acting<{ keysOf?: string }, [file: string]>(async (run, { keysOf }, file) => {
        const { importFile } = await import('../import-file.ts');
        const { found, copied } = await importFile(run, file, keysOf);
        const before = found > 0 ? ` ${found} were there from before.` : '';
        run.say(`Imported ${copied} events.${before}`, { file, imported: copied, found });
      }),
    );
