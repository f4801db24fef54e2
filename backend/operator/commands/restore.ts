import { Command } from 'commander';
import { saidPath } from '../arguments/said-path.ts';
import type { BackupManifest } from '../backups/backup-contents.ts';
import { counted } from '../output/counted.ts';
import { acting } from '../run.ts';

export const restoreCommand = () =>
  new Command('restore')
    .description('puts a backup into an empty DATA_DIR; said again, begins anew where it was broken off')
    .argument('<folder>', 'that backup has made', saidPath)
    .action(
      acting<object, [folder: string]>(async (run, _, folder) => {
        const by = run.by();
        const { restore } = await import('../backups/restore.ts');
        const { recordInLog } = await import('../log/record-in-log.ts');
        const progress = run.progress('bytes');
        const reached = (bytes: number, of: number) => progress.reached(bytes, of);
        const recorded = async ({ at, position, log }: BackupManifest) => {
          const act = { type: 'BackupRestored', data: { madeAt: at, position } } as const;
          if (log !== undefined) {
            // Into an empty store nothing may be written: its log could not be put there any more.
            const { reachedIn } = await import('../backups/log-elsewhere.ts');
            isThere = (await reachedIn()) >= BigInt(position);
          }
          if (isThere) await recordInLog(act, 'Restore', by);
        };
        let isThere = true;
        const { position, at, log, files } = await restore(folder, { signal: run.signal, reached }, recorded);
        const put = `Restored ${counted(files.length, 'file')} of the backup of ${at}`;
        const said = log
          ? `${put}. ${isThere ? 'The log in EventStoreDB goes as far.' : `The log has to be restored by EventStoreDB’s own means, at least up to position ${position}, before the shop is opened.`}`
          : `${put}, up to position ${position}.`;
        run.say(said, { folder, at, position, ...(log && { log, isLogThere: isThere }), files });
      }),
    );
