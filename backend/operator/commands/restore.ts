import { Command } from 'commander';
import { acting } from '../run.ts';

export const restoreCommand = () =>
  new Command('restore')
    .description('puts a backup into an empty DATA_DIR; said again, begins anew where it was broken off')
    .argument('<folder>')
    .action(
      acting<object, [folder: string]>(async (run, _, folder) => {
        const by = run.by();
        const { restore } = await import('../restore.ts');
        const { recordInLog } = await import('../record-in-log.ts');
        const { position, at, files } = await restore(folder, run.signal);
        await recordInLog({ type: 'BackupRestored', data: { madeAt: at, position } }, 'Restore', by);
        const said = `Restored ${files.length} files of the backup of ${at}, up to position ${position}.`;
        run.say(said, { folder, at, position, files });
      }),
    );
