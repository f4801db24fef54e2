import { Command } from 'commander';
import { saidPath, saidStore } from '../arguments/said-path.ts';
import { acting } from '../run.ts';

export const importCommand = () =>
  new Command('import')
    .description('brings an export into an empty store, pictures included; said again, goes on where it was broken off')
    .argument('<file>', 'that export has written', saidPath)
    .option(
      '--keys-of <store>',
      'where the keys of people are: esdb://…, or a data directory; without, people read as erased',
      saidStore,
    )
    .action(
      acting<{ keysOf?: string }, [file: string]>(async (run, { keysOf }, file) => {
        const { importFile } = await import('../copies/import-file.ts');
        const { found, copied, pictures, picturesLeftOut } = await importFile(run, file, keysOf);
        const before = found > 0 ? ` ${found} were there from before.` : '';
        const and = pictures > 0 ? `, and pictures in ${pictures} sizes` : '';
        run.say(`Imported ${copied} events${and}.${before}`, {
          file,
          imported: copied,
          found,
          pictures,
          picturesLeftOut,
        });
        if (picturesLeftOut > 0) {
          run.remark(
            `The file was written by an older release and has none of the pictures that were uploaded (${picturesLeftOut}): tools that show them have a drawing in their place until they are uploaded again. Export anew to have them.`,
          );
        }
      }),
    );
