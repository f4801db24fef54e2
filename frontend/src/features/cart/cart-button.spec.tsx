import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceCart, keepCart } from '../../lib/device/device-cart.ts';
import { fakeShop, hammer } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const shelf = (...tools: object[]) => fakeShop.use(http.get('*/tool', () => HttpResponse.json(tools)));
const onCard = (words: RegExp) => screen.findByRole('button', { name: words });

describe('the button on a card', () => {
  beforeEach(() => keepCart({ who: '', lines: [] }));

  it('puts the smallest order into the cart, then a piece more, and none that there is not', async () => {
    shelf({ ...hammer, MinimumOrder: 4, Available: 5 });
    const user = openPage('/');
    await user.click(await onCard(/^Add 4 to cart: Claw Hammer$/));
    await screen.findByRole('link', { name: 'Cart, 1' });
    await screen.findByText(/^4 × .Claw Hammer. in your cart$/);
    await user.click(await onCard(/^4 in cart, add one: Claw Hammer$/));
    const wayToCart = await screen.findByRole('link', { name: '5 in cart, no more left: Claw Hammer' });
    await waitFor(() => expect(document.activeElement).toBe(wayToCart));
    expect(screen.queryByRole('button', { name: /: Claw Hammer$/ })).toBeNull();
    expect(deviceCart().lines).toEqual([{ toolId: 't1', quantity: 5, seen: hammer.PerPrice }]);
  });

  it('leads to the cart where more is in it than there is by now', async () => {
    shelf({ ...hammer, MinimumOrder: 1, Available: 3 });
    keepCart({ who: '', lines: [{ toolId: 't1', quantity: 5 }] });
    const user = openPage('/');
    await user.click(await screen.findByRole('link', { name: '5 in cart, only 3 left: Claw Hammer' }));
    await screen.findByRole('heading', { name: 'Cart' });
  });

  it('says what was put in last in one message, however much that is', async () => {
    shelf({ ...hammer, MinimumOrder: 1 }, { ...hammer, _id: 't2', name: 'Saw', MinimumOrder: 1 });
    const user = openPage('/');
    await user.click(await onCard(/^Add to cart: Claw Hammer$/));
    await screen.findByText(/^1 × .Claw Hammer. in your cart$/);
    await user.click(await onCard(/^Add to cart: Saw$/));
    await screen.findByText(/^1 × .Saw. in your cart$/);
    await waitFor(() => expect(screen.queryByText(/^1 × .Claw Hammer. in your cart$/)).toBeNull());
  });

  it('fills the account of who is signed in', async () => {
    signInAsShopper();
    const saved: unknown[] = [];
    shelf({ ...hammer, MinimumOrder: 1 });
    fakeShop.use(
      http.put('*/cart', async ({ request }) => {
        const { lines } = (await request.json()) as { lines: unknown };
        saved.push(lines);
        return HttpResponse.json({ acknowledged: true, lines });
      }),
    );
    const user = openPage('/');
    await user.click(await onCard(/^Add to cart: Claw Hammer$/));
    await waitFor(() => expect(saved.at(-1)).toEqual([{ toolId: 't1', quantity: 1 }]));
  });

  it('is not there for what cannot be ordered', async () => {
    shelf({ ...hammer, Available: 0 }, { ...hammer, _id: 't2', name: 'Saw' });
    openPage('/');
    await onCard(/: Saw$/);
    expect(screen.queryByRole('button', { name: /: Claw Hammer$/ })).toBeNull();
  });

  it('says that a cart is full', async () => {
    shelf(hammer);
    keepCart({ who: '', lines: Array.from({ length: 50 }, (_, at) => ({ toolId: `other-${at}`, quantity: 1 })) });
    const user = openPage('/');
    await user.click(await onCard(/: Claw Hammer$/));
    await screen.findByText('A cart has room for 50 tools. Please order some of them first.');
    expect(deviceCart().lines).toHaveLength(50);
  });
});
