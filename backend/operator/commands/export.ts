import { Command } from 'commander';
import { saidPath } from '../arguments/said-path.ts';
import { acting } from '../run.ts';

export const exportCommand = () =>
  new Command('export')
    .description(
      'writes the whole log, and uploaded pictures, into a file of JSON lines; what is sealed stays sealed, and no key is in it',
    )
    .argument('<file>', 'which must not be there yet', saidPath)
    .action(
      acting<object, [file: string]>(async (run, _, file) => {
        const { exportLog } = await import('../copies/export-log.ts');
        const { withLog } = await import('../log/with-log.ts');
        await withLog(async (store) => {
          const progress = run.progress('positions');
          const reached = (position: number, of: number) => progress.reached(position, of);
          const { events, pictures } = await exportLog(store, file, { signal: run.signal, reached });
          const and = pictures > 0 ? `, and pictures in ${pictures} sizes` : '';
          run.say(`Exported ${events} events${and}.`, { file, events, pictures });
        });
      }),
    );
