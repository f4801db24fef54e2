import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../../../modules/kernel/wire/wire.ts';
import { amountNotCharged } from '../../../../../modules/payments/bounds/contract.ts';
import { keepCart } from '../../../lib/device/device-cart.ts';
import { fakeShop, hammer, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { quantity } from '../../../testing/order-form.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const tooLittle = /^A card pays \$0\.50 or more at once:/;
const tooMuch = /^A card pays \$999,999\.99 at most at once:/;

const costing = (PerPrice: number) =>
  fakeShop.use(
    http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, PerPrice, MinimumOrder: 1, Available: 20 })),
  );

/** A provider that charges no such sum; which orders were deleted. */
function chargingNoSuchSum(detail: string) {
  const seen = { deleted: [] as string[] };
  const orders = new Set(['b1', 'b2']);
  fakeShop.use(
    http.post('*/create-payment-intent', () => {
      const problem: Problem = { type: amountNotCharged, title: 'Conflict', status: 409, detail };
      return HttpResponse.json(problem, { status: 409, headers: { 'Content-Type': 'application/problem+json' } });
    }),
    http.get('*/booking/:id', ({ params: { id } }) => HttpResponse.json({ ...unpaid, _id: id })),
    http.delete('*/booking/:id', ({ params: { id } }) => {
      orders.delete(String(id));
      seen.deleted.push(String(id));
      return HttpResponse.json({ acknowledged: true, deletedCount: 1 });
    }),
    http.get('*/booking', () => HttpResponse.json([...orders].map((_id) => ({ ...unpaid, _id })))),
  );
  return seen;
}

describe('a sum that no card pays', () => {
  beforeEach(() => void signInAsShopper());

  it('is told of before the tool is ordered, as long as it is beyond a bound', async () => {
    costing(0.1);
    const user = openPage('/tools/t1');
    await screen.findByText(tooLittle);
    const field = await quantity();
    await user.clear(field);
    await user.type(field, '5');
    await waitFor(() => expect(screen.queryByText(tooLittle)).toBeNull());
  });

  it('is told of with what can be done, which is nothing where one piece costs more', async () => {
    costing(600_000);
    const user = openPage('/tools/t1');
    const field = await quantity();
    await user.clear(field);
    await user.type(field, '2');
    await screen.findByText('A card pays $999,999.99 at most at once: order fewer pieces.');
    costing(1_000_000);
    cleanup();
    openPage('/tools/t1');
    const dear = 'A card pays $999,999.99 at most at once: the smallest order of this costs more.';
    await screen.findByText(dear);
    await user.clear(await quantity());
    await user.type(await quantity(), '2');
    await screen.findByText(dear);
  });

  it('is told of before a cart is ordered, that is too small or too large', async () => {
    costing(0.1);
    keepCart({ who: '', lines: [{ toolId: 't1', quantity: 2, seen: 0.1 }] });
    openPage('/mycart');
    const sum = await screen.findByRole('region', { name: 'Sum' });
    await within(sum).findByText(tooLittle);
  });

  it('is told of where a cart of three dear tools is ordered', async () => {
    costing(999_999.99);
    fakeShop.use(http.get('*/cart', () => HttpResponse.json({ lines: [{ toolId: 't1', quantity: 3 }] })));
    openPage('/checkout');
    await screen.findByText(tooMuch);
  });

  it('is no dead end where it was ordered: the order can be deleted from the page of its payment', async () => {
    const seen = chargingNoSuchSum('Amount must be at least $0.50 usd');
    const user = openPage('/dashboard/payment/b1');
    await screen.findByRole('heading', { name: 'No card pays this at once' });
    screen.getByText(/Amount must be at least \$0\.50 usd\. Nothing was taken\./);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Look at my orders' }).getAttribute('href')).toBe('/dashboard/myorders');
    await user.click(screen.getByRole('button', { name: 'Delete the order' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/myorders'));
    expect(seen.deleted).toEqual(['b1']);
  });

  it('of several orders is paid one by one', async () => {
    chargingNoSuchSum('Amount must be no more than $999,999.99');
    openPage('/dashboard/pay?orders=b1,b2');
    await screen.findByText(/You can pay for them one by one, or delete some\./);
    expect(screen.getByRole('link', { name: 'Look at my orders' })).toBeDefined();
  });

  it.each(['0.1', '0,10'])('is told of to who sets the price of a tool as %s', async (typed) => {
    fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));
    const user = openPage('/dashboard/manageproducts');
    const price = await screen.findByRole('textbox', { name: 'Price a piece' });
    await user.type(price, typed);
    const note = 'A card pays $0.50 or more at once, and the smallest order of this is $0.10.';
    await screen.findByText(note);
    await user.clear(await screen.findByRole('textbox', { name: 'Minimum order' }));
    await user.type(await screen.findByRole('textbox', { name: 'Minimum order' }), '5');
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    await user.clear(price);
    // Which of two prices it is, is not known yet.
    await user.type(price, '1,000');
    expect(screen.queryByText(/^A card pays/)).toBeNull();
  });
});
