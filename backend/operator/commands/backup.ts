import { Command } from 'commander';
import { acting } from '../run.ts';

export const backupCommand = () =>
  new Command('backup')
    .description('copies all of DATA_DIR that a restore needs, keys included, while the shop runs')
    .argument('<folder>', 'which must not be there yet; keep it as you keep keys')
    .action(
      acting<object, [folder: string]>(async (run, _, folder) => {
        const by = run.by();
        const { backup } = await import('../backup.ts');
        const { recordInLog } = await import('../record-in-log.ts');
        const progress = run.progress('bytes');
        const reached = (bytes: number, of: number) => progress.reached(bytes, of);
        const { position, at, files } = await backup(folder, { signal: run.signal, reached });
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        await recordInLog({ type: 'BackupMade', data: { position, bytes } }, 'Backup', by);
        run.say(`Backed up ${files.length} files of ${bytes} bytes, up to position ${position}.`, {
          folder,
          at,
          position,
          bytes,
          files,
        });
      }),
    );
