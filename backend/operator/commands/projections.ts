import { Command } from 'commander';
import { valuesOption } from '../read-models/values-option.ts';
import { acting } from '../run.ts';

export const projectionsCommand = () =>
  new Command('projections')
    .description('lists what GETs are answered from: each read model, its builds, and how far they are')
    .action(
      acting(async (run) => {
        const { listProjections } = await import('../read-models/projections.ts');
        for (const { line, entry } of await listProjections()) run.sayOne(line, entry);
      }),
    )
    .addCommand(
      new Command('rebuild')
        .description('makes one anew from the log, beside the one that is shown, and says what differs')
        .argument('<name>', 'of the projection')
        .option(...valuesOption)
        .action(
          acting<{ values?: boolean }, [name: string]>(async (run, { values = false }, name) => {
            const { besideTheShop } = await import('../read-models/beside-the-shop.ts');
            besideTheShop();
            const { rebuildProjection } = await import('../read-models/rebuild-projection.ts');
            await rebuildProjection(name, run, { values });
          }),
        ),
    )
    .addCommand(
      new Command('promote')
        .description('has GETs show the build that was made anew; the one before is kept for a while (KEEP_VERSIONS)')
        .argument('<name>', 'of the projection')
        .action(
          acting<object, [name: string]>(async (run, _, name) => {
            const { promoteProjection } = await import('../read-models/projections.ts');
            const { build, instead, position } = await promoteProjection(name, run);
            run.say(
              `Build ${build} of ${name} is shown from position ${position} on, in the place of build ${instead}.`,
              { projection: name, build, instead, position },
            );
          }),
        ),
    )
    .addCommand(
      new Command('rollback')
        .description('has GETs show the build again that they showed before')
        .argument('<name>', 'of the projection')
        .action(
          acting<object, [name: string]>(async (run, _, name) => {
            const { rollBackProjection } = await import('../read-models/projections.ts');
            const { build, instead, position } = await rollBackProjection(name, run);
            run.say(
              `Build ${build} of ${name} is shown again from position ${position} on, in the place of build ${instead}.`,
              { projection: name, build, instead, position },
            );
          }),
        ),
    )
    .addCommand(
      new Command('drop')
        .description('lets go of the build that was made anew and is not shown')
        .argument('<name>', 'of the projection')
        .action(
          acting<object, [name: string]>(async (run, _, name) => {
            const { dropProjection } = await import('../read-models/projections.ts');
            const { build, position } = await dropProjection(name, run);
            run.say(`Build ${build} of ${name} is fed no longer, and goes.`, { projection: name, build, position });
          }),
        ),
    );
