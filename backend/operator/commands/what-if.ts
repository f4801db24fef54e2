import { Command, InvalidArgumentError } from 'commander';
import { saidPath } from '../arguments/said-path.ts';
import { valuesOption } from '../read-models/values-option.ts';
import { acting } from '../run.ts';

type Options = {
  readonly without?: readonly string[];
  readonly with?: string;
  readonly limit: number;
  readonly values?: boolean;
};

export const whatIfCommand = () =>
  new Command('what-if')
    .description('replays a copy under a change, and shows how the read models would differ; nothing is changed')
    .option('--without <event|stream>', 'as if it had never been: an id, a position or a stream; may be repeated', all)
    .option(
      '--with <file>',
      'with the projections that this file exports, in the place of the shop’s; it is run',
      saidPath,
    )
    .option('--limit <number>', 'how many of each kind are shown of each read model; all are counted', wholeNumber, 20)
    .option(...valuesOption)
    .action(
      acting<Options>(async (run, { without = [], with: file, limit, values = false }) => {
        const { besideTheShop } = await import('../read-models/beside-the-shop.ts');
        besideTheShop();
        const { whatIf } = await import('../read-models/what-if.ts');
        await whatIf(run, { without, with: file, limit, values });
      }),
    );

function all(said: string, before: readonly string[] = []): string[] {
  return [...before, said];
}

function wholeNumber(said: string): number {
  if (!/^\d{1,9}$/.test(said)) throw new InvalidArgumentError('It is a whole number.');
  return Number(said);
}
