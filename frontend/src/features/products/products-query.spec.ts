import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import '../../testing/browser.ts';
import { createQueryClient } from '../../app/query-client.ts';
import { hearTool, toolsAsKnown } from '../../lib/newest-tools.ts';
import { fakeShop, hammer } from '../../testing/fake-shop.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';
import { productQuery } from './products-query.ts';

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
