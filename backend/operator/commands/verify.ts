import { Command } from 'commander';
import { valuesOption } from '../read-models/values-option.ts';
import { acting } from '../run.ts';

export const verifyCommand = () =>
  new Command('verify')
    .description('compares the read models with a replay from the first event, and lists every difference')
    .option(...valuesOption)
    .action(
      acting<{ values?: boolean }>(async (run, { values = false }) => {
        const { besideTheShop } = await import('../read-models/beside-the-shop.ts');
        besideTheShop();
        const { verify } = await import('../read-models/verify.ts');
        await verify(run, { values });
      }),
    );
