import type { View } from '../kernel/documents/view.ts';
import type { Gauge } from '../kernel/gauge.ts';
import { type BooksDocument, sumsOf } from './read-models/books.ts';
import type { OpenQuestion } from './read-models/open-questions.ts';

/** As many as there are currencies, of which a shop has one. */
const mostCurrencies = 100;

/** What operators watch of the money. */
export function paymentGauges(books: View<BooksDocument>, questions: View<OpenQuestion>): Gauge[] {
  return [
    {
      name: 'inventory_money_minor_units',
      help: 'Money by state, in minor units: taken = paid + owed + given_back + given_elsewhere + lost, or something is on its way.',
      labels: ['currency', 'state'],
      async read() {
        const query = { index: 'all', key: '', order: 'ascending', limit: mostCurrencies } as const;
        return (await books.list(query)).documents
          .map(sumsOf)
          .flatMap(({ currency, givenBack, givenElsewhere, ...sums }) =>
            Object.entries({ ...sums, given_back: givenBack, given_elsewhere: givenElsewhere }).map(
              ([state, value]) => ({
                labels: { currency, state },
                value,
              }),
            ),
          );
      },
    },
    {
      name: 'inventory_payment_questions_open',
      help: 'Intents, refunds and disputes of which the provider has not said its last word.',
      read: async () => [{ value: await questions.count('open', '') }],
    },
  ];
}
