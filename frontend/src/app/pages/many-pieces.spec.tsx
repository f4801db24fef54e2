import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepCart } from '../../lib/device/device-cart.ts';
import { fakeShop, hammer, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { shopper, signInAsShopper } from '../../testing/signed-in.ts';

const tool = { ...hammer, MinimumOrder: 1_000, Available: 2_000_000 };
const order = { ...unpaid, quantity: 1_000 };
const lines = [{ toolId: tool._id, quantity: 1_000, seen: tool.PerPrice }];

describe('a thousand pieces', () => {
  beforeEach(() => {
    signInAsShopper();
    keepCart({ who: shopper.email, lines });
    fakeShop.use(
      http.get('*/tool', () => HttpResponse.json([tool])),
      http.get('*/tool/:id', () => HttpResponse.json(tool)),
      http.get('*/cart', () => HttpResponse.json({ lines })),
      http.get('*/booking', () => HttpResponse.json([order])),
      http.get('*/booking/b1', () => HttpResponse.json(order)),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
    );
  });

  it.each([
    ['/', '1,000 in cart, add one'],
    ['/tools/t1', 'From 1,000 pieces, 2,000,000 on the shelf'],
    ['/mycart', '$0.10 each, from 1,000 pieces'],
    ['/checkout', '1,000 × Claw Hammer'],
    ['/dashboard/myorders', '1,000 × Claw Hammer'],
    ['/dashboard/payment/b1', 'Quantity1,000'],
    ['/dashboard/pay?orders=b1', '1,000 × Claw Hammer'],
  ])('are written as all other numbers are: %s', async (address, words) => {
    openPage(address);
    await waitFor(() => expect(document.body.textContent).toContain(words));
    expect(document.body.textContent).not.toContain('1000');
  });
});
