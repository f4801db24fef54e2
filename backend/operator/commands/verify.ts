import { Command } from 'commander';
import { acting } from '../run.ts';
import { valuesOption } from '../values-option.ts';

export const verifyCommand = () =>
  new Command('verify')
    .description('compares the read models with a replay from the first event, and lists every difference')
    .option(...valuesOption)
    .action(
      acting<{ values?: boolean }>(async (run, { values = false }) => {
        const { besideTheShop } = await import('../beside-the-shop.ts');
        besideTheShop();
        const { verify } = await import('../verify.ts');
        await verify(run, { values });
      }),
    );
