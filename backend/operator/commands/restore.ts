import { Command } from 'commander';
import type { BackupManifest } from '../backup-contents.ts';
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
        const progress = run.progress('bytes');
        const reached = (bytes: number, of: number) => progress.reached(bytes, of);
        const recorded = ({ at, position }: BackupManifest) =>
          recordInLog({ type: 'BackupRestored', data: { madeAt: at, position } }, 'Restore', by);
        const { position, at, files } = await restore(folder, { signal: run.signal, reached }, recorded);
        const said = `Restored ${files.length} files of the backup of ${at}, up to position ${position}.`;
        run.say(said, { folder, at, position, files });
      }),
    );
