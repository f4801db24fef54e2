import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import '../../testing/browser.ts';
import { createQueryClient } from '../../app/query-client.ts';
import { hearTool, toolsAsKnown } from '../../lib/live/newest-tools.ts';
import { fakeShop, hammer } from '../../testing/fake-shop.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';
import { productQuery, productsQuery } from './products-query.ts';

it('a product that was asked for is no older once its stock is told, whatever was shown of it before', async () => {
  signInAsShopper();
  const client = createQueryClient();
  toolsAsKnown(client, 5n, [{ ...hammer, version: 1, sold: 3 }]); // On the shelves, say.
  const now = { ...hammer, name: 'Sledgehammer', version: 2, sold: 5 };
  fakeShop.use(http.get('*/tool/t1', () => HttpResponse.json(now, { headers: { 'Event-Position': '9' } })));
  await client.fetchQuery(productQuery('t1'));
  const told = { Available: 7, Ratings: hammer.Ratings, reviews: 0, stars: [0, 0, 0, 0, 0] };
  hearTool(client, 't1', 10n, told);
  expect(client.getQueryData(productQuery('t1').queryKey)).toMatchObject({ ...now, Available: 7 });
});

it('a product in the list is no older once its stock is told, and says how many are held, whatever was shown of it before', async () => {
  signInAsShopper();
  const client = createQueryClient();
  toolsAsKnown(client, 5n, [{ ...hammer, version: 1, sold: 3 }]);
  const list = productsQuery('admin@inventory.dev', { search: '', state: '', sort: '', after: '' });
  const shown = async (asOf: string) => {
    fakeShop.use(
      http.get('*/products', () => HttpResponse.json([{ ...now, held: 2 }], { headers: { 'Event-Position': asOf } })),
    );
    return (await client.fetchQuery(list)).entries;
  };
  const now = { ...hammer, name: 'Sledgehammer', PerPrice: 9, version: 2, sold: 5 };
  await shown('9');
  hearTool(client, 't1', 10n, { Available: 3, Ratings: hammer.Ratings, reviews: 0, stars: [0, 0, 0, 0, 0] });
  expect(client.getQueryData(list.queryKey)?.entries).toMatchObject([{ ...now, Available: 3, held: 2 }]);
  toolsAsKnown(client, 20n, [{ ...now, name: 'Mallet' }]);
  expect(await shown('15')).toMatchObject([{ name: 'Mallet', held: 2 }]);
});
