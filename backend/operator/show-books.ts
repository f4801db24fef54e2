import { viewOf } from '../../modules/kernel/documents/view.ts';
import { formatMoney } from '../../modules/kernel/values/money.ts';
import { type Books, books, isBalanced, sumsOf } from '../../modules/payments/read-models/books.ts';
import { readConfig } from '../start/settings/config.ts';
import { NotWell } from './arguments/failures.ts';
import { openModules } from './open-modules.ts';
import type { Run } from './run.ts';

/**
 * The shop's money, a line a currency.
 * @throws NotWell when something that was taken is accounted for nowhere; beside a running shop that may be on its way.
 */
export async function showBooks(run: Run): Promise<void> {
  const { sayOne, sayNothing } = run;
  const wired = await openModules(readConfig(process.env), { run });
  try {
    await wired.catchUp();
    const { documents } = await viewOf(wired.readModels, books).list({
      index: 'all',
      key: '',
      order: 'ascending',
      // As many as there are currencies, of which a shop has one.
      limit: 100,
    });
    for (const each of documents) sayOne(lineOf(each), { ...sumsOf(each), isBalanced: isBalanced(each) });
    if (documents.length === 0) sayNothing('No money has been taken yet.');
    if (!documents.every(isBalanced)) throw new NotWell('Not all that was taken is accounted for.');
  } finally {
    await wired.close();
  }
}

function lineOf({ currency, taken, paid, owed, givenBack, givenElsewhere, lost }: Books): string {
  const shown = (amount: number) => formatMoney({ amount, currency });
  const parts = [
    `paid ${shown(paid)}`,
    `owed ${shown(owed)}`,
    `given back ${shown(givenBack)}`,
    // Rare, and no shop has to know of it before.
    ...(givenElsewhere === 0 ? [] : [`given back in another way ${shown(givenElsewhere)}`]),
    `lost in disputes ${shown(lost)}`,
  ];
  return `taken ${shown(taken)} = ${parts.join(' + ')}`;
}
