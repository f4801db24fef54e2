import { Conflict } from '../../modules/kernel/errors.ts';
import { formatMoney } from '../../modules/kernel/money.ts';
import { viewOf } from '../../modules/kernel/view.ts';
import { type Books, books, isBalanced } from '../../modules/payments/read-models/books.ts';
import { openModules } from './open-modules.ts';

/**
 * The shop's money, a line a currency.
 * @throws Conflict when something that was taken is accounted for nowhere; beside a running shop that may be on its way.
 */
export async function showBooks(): Promise<string> {
  const wired = await openModules();
  try {
    await wired.catchUp();
    const { documents } = await viewOf(wired.readModels, books).list({
      index: 'all',
      key: '',
      order: 'ascending',
      // As many as there are currencies, of which a shop has one.
      limit: 100,
    });
    const lines = documents.map(lineOf).join('\n');
    if (!documents.every(isBalanced)) throw new Conflict(`${lines}\nNot all that was taken is accounted for.`);
    return lines === '' ? 'No money has been taken yet.' : lines;
  } finally {
    await wired.close();
  }
}

function lineOf({ currency, taken, paid, owed, givenBack, lost }: Books): string {
  const shown = (amount: number) => formatMoney({ amount, currency });
  const parts = [
    `paid ${shown(paid)}`,
    `owed ${shown(owed)}`,
    `given back ${shown(givenBack)}`,
    `lost in disputes ${shown(lost)}`,
  ];
  return `taken ${shown(taken)} = ${parts.join(' + ')}`;
}
