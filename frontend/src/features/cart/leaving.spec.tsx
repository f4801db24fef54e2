import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceCart, keepCart } from '../../lib/device/device-cart.ts';
import { forgetAccess } from '../../lib/session/access-token.ts';
import { fakeShop, hammer, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { shopper, signInAsShopper } from '../../testing/signed-in.ts';

/** The account's cart; `refuse`: what is said instead of keeping it. */
function account(refuse?: () => Response) {
  const shop: { lines: object[]; refuse: (() => Response) | undefined } = { lines: [], refuse };
  fakeShop.use(
    http.get('*/tool', () => HttpResponse.json([{ ...hammer, MinimumOrder: 1 }])),
    http.get('*/tool/:id', ({ params: { id } }) => HttpResponse.json({ ...hammer, _id: id, MinimumOrder: 1 })),
    http.get('*/cart', () => HttpResponse.json({ lines: shop.lines })),
    http.put('*/cart', async ({ request }) => {
      if (shop.refuse) return shop.refuse();
      shop.lines = ((await request.json()) as { lines: object[] }).lines;
      return HttpResponse.json({ acknowledged: true, lines: shop.lines });
    }),
  );
  return shop;
}

async function putIn() {
  const user = openPage('/');
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Claw Hammer' }));
  await waitFor(() => expect(deviceCart().lines).toHaveLength(1));
  return user;
}
const wanted = [{ toolId: 't1', quantity: 1 }];

describe('what was put in just before one goes', () => {
  beforeEach(() => {
    localStorage.clear();
    keepCart({ who: shopper.email, lines: [] });
    signInAsShopper();
  });

  it('is in the account when one has signed out', async () => {
    const shop = account();
    const user = await putIn();
    await user.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement);
    await waitFor(() => expect(deviceCart()).toEqual({ who: '', lines: [] }));
    expect(shop.lines).toEqual(wanted);
  });

  it.each([
    ['there is no answer', () => HttpResponse.error()],
    ['it was changed too often', () => problem(429, 'Come back tomorrow.')],
  ])('waits on the device where %s, and goes to the account when one is back', async (_, refuse) => {
    const shop = account(refuse);
    const user = await putIn();
    await user.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement);
    await screen.findByText(/are kept on this device until you log in again/);
    expect(deviceCart()).toEqual({ who: '', lines: [] });
    shop.refuse = undefined;
    shop.lines = [{ toolId: 't8', quantity: 4 }];
    signInAsShopper();
    await waitFor(() => expect(shop.lines).toEqual([...wanted, { toolId: 't8', quantity: 4 }]));
    await waitFor(() => expect(deviceCart().lines.map(({ toolId }) => toolId)).toEqual(['t1', 't8']));
  });

  it('waits on the device where the session has ended', async () => {
    const shop = account(() => HttpResponse.error());
    await putIn();
    forgetAccess('Your session is over.');
    await waitFor(() => expect(deviceCart()).toEqual({ who: '', lines: [] }));
    shop.refuse = undefined;
    signInAsShopper();
    await waitFor(() => expect(shop.lines).toEqual(wanted));
  });
});

describe('the login on the way to order', () => {
  beforeEach(() => {
    localStorage.clear();
    keepCart({ who: '', lines: wanted });
  });

  it('says what it is for, and what it brought into the cart', async () => {
    const shop = account();
    shop.lines = [{ toolId: 't8', quantity: 4 }, { toolId: 't9', quantity: 1 }, ...wanted];
    const user = openPage('/mycart');
    await user.click(await screen.findByRole('link', { name: 'Log in to check out' }));
    await screen.findByText('Log in to order what is in your cart.');
    signInAsShopper();
    await screen.findByText('2 tools from your account were added.');
  });

  it('says nothing of what was in the cart before', async () => {
    const shop = account();
    shop.lines = wanted;
    openPage('/mycart');
    await screen.findByRole('link', { name: 'Log in to check out' });
    signInAsShopper();
    await waitFor(() => expect(deviceCart().who).toBe(shopper.email));
    expect(screen.queryByText(/from your account/)).toBeNull();
  });
});
