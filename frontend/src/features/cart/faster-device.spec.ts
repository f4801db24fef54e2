import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { CartLine } from '../../../../modules/cart/contract.ts';
import { deviceCart, keepCart } from '../../lib/device/device-cart.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { shopper, signInAsShopper } from '../../testing/signed-in.ts';
import { addToCart, takeOut } from './cart-lines.ts';
import { syncCart } from './sync-cart.ts';

const line = (toolId: string, quantity = 1): CartLine => ({ toolId, quantity });

/** The account's cart; before each of the next PUTs another device puts one of these in its place. */
function account(lines: readonly CartLine[], ...elsewhere: (readonly CartLine[])[]) {
  const shop = { lines, elsewhere, puts: 0 };
  const tag = () => JSON.stringify(shop.lines);
  fakeShop.use(
    http.get('*/cart', () => HttpResponse.json({ lines: shop.lines }, { headers: { ETag: tag() } })),
    http.put('*/cart', async ({ request }) => {
      shop.puts += 1;
      shop.lines = shop.elsewhere.shift() ?? shop.lines;
      if (request.headers.get('If-Match') !== tag()) return problem(412, 'Another device was faster.');
      shop.lines = ((await request.json()) as { lines: CartLine[] }).lines;
      return HttpResponse.json({ acknowledged: true, lines: shop.lines });
    }),
  );
  return shop;
}

/** Its calls are on their way for as long as the machine lets them. */
const eventually = (check: () => void) => waitFor(check, { timeout: 15_000 });

beforeEach(() => {
  localStorage.clear();
  keepCart({ who: shopper.email, lines: [line('saw'), line('drill')] });
  signInAsShopper();
});

it('makes its change once more in the cart that another device has changed meanwhile', async () => {
  const shop = account([line('saw'), line('drill')], [line('drill'), line('plane')], [line('plane'), line('vice')]);
  addToCart('caliper', 1, 5);
  syncCart();
  await eventually(() => expect(deviceCart().unsaved).toBeUndefined());
  // Of the drill it has seen that it is gone, though it had it when it began.
  expect(shop.lines).toEqual([line('caliper'), line('plane'), line('vice')]);
  expect(shop.puts).toBe(3);
  takeOut('plane');
  await eventually(() => expect(shop.lines).toEqual([line('caliper'), line('vice')]));
});

it('gives up for a while where others are faster each time, and keeps the change', async () => {
  const shop = account([], ...Array.from({ length: 6 }, (_, at) => [line('vice', at + 2)]));
  keepCart({ who: shopper.email, lines: [] });
  addToCart('caliper', 1, 5);
  syncCart();
  await eventually(() => expect(shop.puts).toBe(5));
  await eventually(() =>
    expect(
      deviceCart()
        .lines.map(({ toolId }) => toolId)
        .toSorted(),
    ).toEqual(['caliper', 'vice']),
  );
  expect(deviceCart().unsaved).toBe(true);
  window.dispatchEvent(new Event('focus'));
  await eventually(() => expect(shop.lines).toEqual([line('caliper'), line('vice', 7)]));
  expect(shop.puts).toBe(7);
});

it('takes out what it had put in, though no answer had said that it was in the account', async () => {
  const shop = account([line('saw'), line('drill')]);
  fakeShop.use(
    http.put(
      '*/cart',
      async ({ request }) => {
        shop.lines = ((await request.json()) as { lines: CartLine[] }).lines;
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  addToCart('caliper', 1, 5);
  syncCart();
  await eventually(() => expect(shop.lines).toContainEqual(line('caliper')));
  await eventually(() => expect(deviceCart().sent).toEqual(shop.lines));
  takeOut('caliper');
  await eventually(() => expect(deviceCart().unsaved).toBeUndefined());
  expect(shop.lines).toEqual([line('saw'), line('drill')]);
  expect(deviceCart()).toEqual({ who: shopper.email, lines: [line('saw'), line('drill')] });
});
