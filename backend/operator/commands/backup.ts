import { Command } from 'commander';
import { saidPath } from '../arguments/said-path.ts';
import { counted } from '../output/counted.ts';
import { acting } from '../run.ts';

export const backupCommand = () =>
  new Command('backup')
    .description(
      'copies all of DATA_DIR that a restore needs, keys included, while the shop runs; a log in EventStoreDB is no part of it',
    )
    .argument('<folder>', 'which must not be there yet; keep it as you keep keys', saidPath)
    .action(
      acting<object, [folder: string]>(async (run, _, folder) => {
        const by = run.by();
        const { backup } = await import('../backups/backup.ts');
        const { recordInLog } = await import('../log/record-in-log.ts');
        const progress = run.progress('bytes');
        const reached = (bytes: number, of: number) => progress.reached(bytes, of);
        const { position, at, log, files } = await backup(folder, { signal: run.signal, reached });
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        const copied = `Backed up ${counted(files.length, 'file')} of ${bytes} bytes`;
        const said = log
          ? `${copied}. The log is in EventStoreDB, at position ${position}: back it up there, by its own means, after this.`
          : `${copied}, up to position ${position}.`;
        // First, since it is there, also where the log has no room left to say so.
        run.say(said, { folder, at, position, ...(log && { log }), bytes, files });
        await recordInLog({ type: 'BackupMade', data: { position, bytes } }, 'Backup', by);
      }),
    );
