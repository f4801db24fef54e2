import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { sandboxAnswering, typeIn } from '../../../testing/card-payment.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const page = '/dashboard/pay?orders=b1,b2';

/** A shop with two orders, which notes what payments are asked for. */
function twoOrders() {
  const orders = new Map<string, Booking>(
    ['b1', 'b2'].map((_id) => [_id, { ...unpaid, _id, toolName: `Tool of ${_id}` }]),
  );
  const asked: (readonly string[])[] = [];
  fakeShop.use(
    http.get('*/booking/:id', ({ params }) => {
      const order = orders.get(String(params.id));
      return order ? HttpResponse.json(order) : problem(404, 'There is no such order.');
    }),
    http.post('*/create-payment-intent', async ({ request }) => {
      const { bookingIds } = (await request.json()) as { bookingIds: string[] };
      asked.push(bookingIds);
      if (bookingIds.some((id) => orders.get(id)?.status !== 'unpaid')) return problem(409, 'It is paid already.');
      return HttpResponse.json({ clientSecret: 'pi_1_secret_2' });
    }),
  );
  const paid = (id: string) => orders.set(id, { ...unpaid, _id: id, paid: true, status: 'paid' });
  return { asked, paid, orders };
}

describe('paying several orders at once', () => {
  beforeEach(signInAsShopper);

  it('begins no other payment while its orders are shown as paid one after the other', async () => {
    sandboxAnswering(200, { id: 'pi_1', status: 'succeeded' });
    const { asked, paid } = twoOrders();
    let confirm: (() => void) | undefined;
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    fakeShop.use(
      http.post('*/payment_intents/pi_1/confirm', async () => {
        await confirmed;
        return HttpResponse.json({ id: 'pi_1', status: 'succeeded' });
      }),
    );
    const live = fakeLive();
    const user = openPage(page, live);
    await typeIn(user, '4242424242424242');
    const button = screen.getByRole('button', { name: 'Pay $40.00' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await live.let('in');
    await user.click(button);
    // The shop has heard of the money before the provider's answer is here, and tells of an order after the other.
    paid('b1');
    live.tell('booking.paid', { bookingId: 'b1', position: '7' });
    await within(screen.getByRole('region', { name: 'Orders' })).findByText(/Paid/);
    expect(screen.queryByRole('textbox', { name: 'Card number' })).not.toBeNull();
    confirm?.();
    await screen.findByText('Congrats payment is completed');
    paid('b2');
    live.tell('booking.paid', { bookingId: 'b2', position: '8' });
    await waitFor(() => expect(screen.getAllByText(/· Paid/)).toHaveLength(2));
    expect(asked).toEqual([['b1', 'b2']]);
    const next = within(screen.getByRole('region', { name: 'What happens next' }));
    expect(next.getAllByRole('listitem')[0]?.textContent).toBe(
      'They are paid. Each has its receipt, to be printed or kept: B1, B2.',
    );
    const receipts = next.getAllByRole('link', { name: /^Receipt of order/ });
    expect(receipts.map((link) => link.getAttribute('href'))).toEqual(
      ['b1', 'b2'].map((id) => `/dashboard/receipt/${id}`),
    );
    expect(next.queryByRole('link', { name: 'See the receipt' })).toBeNull();
  });

  it('offers the receipts of all to whoever comes back from the bank when some are shown as paid already', async () => {
    sandboxAnswering(200, { id: 'pi_1', status: 'succeeded' });
    const { paid } = twoOrders();
    paid('b1');
    const live = fakeLive();
    openPage(`${page}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2`, live);
    await live.let('in');
    paid('b2');
    live.tell('booking.paid', { bookingId: 'b2', position: '8' });
    const next = within(await screen.findByRole('region', { name: 'What happens next' }));
    await waitFor(() => expect(next.getAllByRole('link', { name: /^Receipt of order/ })).toHaveLength(2));
  });

  it('is of those that are left where one was deleted, and says so where none is', async () => {
    sandboxAnswering(200, {});
    const { asked, orders } = twoOrders();
    orders.delete('b1');
    openPage(page);
    await screen.findByRole('button', { name: 'Pay $20.00' });
    expect(asked).toEqual([['b2']]);
  });

  it('says that there is nothing to pay where all were deleted', async () => {
    twoOrders().orders.clear();
    openPage(page);
    await screen.findByRole('heading', { name: 'There are no such orders' });
  });

  it('shows how long all are kept, which is until the first of them lapses', async () => {
    sandboxAnswering(200, {});
    const { orders } = twoOrders();
    const at = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
    orders.set('b1', { ...unpaid, _id: 'b1', at: at(30) });
    orders.set('b2', { ...unpaid, _id: 'b2', at: at(30), large: true });
    openPage(page);
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^Pay within (30|29) minutes$/));
    screen.getByText(/all pieces are kept for you\.$/);
  });

  it('is of those that are left once one has lapsed, with words about it in place of the card', async () => {
    sandboxAnswering(200, {});
    const { asked } = twoOrders();
    const live = fakeLive();
    const user = openPage(page, live);
    await typeIn(user, '4242424242424242');
    await live.let('in');
    live.tell('booking.expired', { bookingId: 'b1', position: '7' });
    await screen.findByRole('button', { name: 'Pay $20.00' });
    const words = screen.getByText(/ has lapsed, as the time to pay was over/).closest('[role=alert]');
    expect(words?.textContent).toBe(
      'Your order of Tool of b1 has lapsed, as the time to pay was over. Nothing was taken for it. Please type your card once more for the rest.',
    );
    await waitFor(() => expect(document.activeElement).toBe(words));
    await waitFor(() => expect(asked).toEqual([['b1', 'b2'], ['b2']]));
    live.tell('booking.expired', { bookingId: 'b2', position: '8' });
    const title = await screen.findByRole('heading', { name: 'These orders have lapsed' });
    expect(title.closest('[role=alert]')?.textContent).toContain('Nothing was taken from your card.');
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('looks for no payment of those that are left once one has lapsed, after who came back from a bank', async () => {
    sandboxAnswering(200, {});
    const { asked } = twoOrders();
    const live = fakeLive();
    openPage(`${page}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2`, live);
    await screen.findByText(/^Nothing was taken\. Try again/);
    await live.let('in');
    live.tell('booking.expired', { bookingId: 'b1', position: '7' });
    const button = () => screen.findByRole('button', { name: 'Pay $20.00' });
    await waitFor(async () => expect(await button()).toHaveProperty('disabled', false));
    expect(asked).toEqual([['b1', 'b2'], ['b2']]);
    expect(screen.queryByText(/^(Nothing was taken\. Try again|We do not know yet)/)).toBeNull();
  });

  it('says of which orders it is where one was gone before', async () => {
    sandboxAnswering(200, {});
    twoOrders().orders.delete('b1');
    openPage(page);
    await screen.findByText(/^One order is no longer there: deleted, or not paid in time\./);
  });

  it('takes no order for gone of which the shop has said nothing', async () => {
    const { asked } = twoOrders();
    fakeShop.use(http.get('*/booking/b1', () => problem(400, 'Not now.'), { once: true }));
    const user = openPage(page);
    await screen.findByRole('heading', { name: 'The orders could not be fetched' });
    expect(asked).toEqual([]);
    sandboxAnswering(200, {});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Pay $40.00' });
  });

  it('is begun anew by who comes back to it, when the payment of before was called off meanwhile', async () => {
    sandboxAnswering(200, {});
    const { orders } = twoOrders();
    let [made, isCalledOff] = [0, false];
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json([...orders.values()].map((one) => ({ ...one, checkoutId: 'c1' })))),
      http.post('*/create-payment-intent', () => {
        made += 1;
        return HttpResponse.json({ clientSecret: `pi_${made}_secret_2` });
      }),
      http.get('*/payment_intents/:id', ({ params: { id } }) =>
        HttpResponse.json({ id, status: isCalledOff && id === 'pi_1' ? 'canceled' : 'requires_payment_method' }),
      ),
    );
    const user = openPage(page);
    await screen.findByRole('textbox', { name: 'Card number' });
    await user.click(screen.getAllByRole('link', { name: 'My Orders' })[0] as HTMLElement);
    // One of them was looked at alone, which withdraws what was begun for both.
    isCalledOff = true;
    await user.click(await screen.findByRole('link', { name: /^Pay together/ }));
    await screen.findByRole('textbox', { name: 'Card number' });
    await waitFor(() => expect(made).toBe(2));
    expect(screen.queryByText(/^This payment was called off/)).toBeNull();
  });

  it('says that they were paid in another window, in place of the card', async () => {
    sandboxAnswering(200, {});
    const { paid } = twoOrders();
    const live = fakeLive();
    const user = openPage(page, live);
    await typeIn(user, '4242424242424242');
    await live.let('in');
    for (const id of ['b1', 'b2']) {
      paid(id);
      live.tell('booking.paid', { bookingId: id, position: '9' });
    }
    const title = await screen.findByRole('heading', { name: 'These orders are paid' }, { timeout: 10_000 });
    expect(title.closest('[role=alert]')?.textContent).toContain('What you typed here was not sent.');
    await waitFor(() => expect(document.activeElement).toBe(title));
    const receipts = screen.getAllByRole('link', { name: /^Receipt of order/ });
    expect(receipts.map((receipt) => receipt.getAttribute('href'))).toEqual([
      '/dashboard/receipt/b1',
      '/dashboard/receipt/b2',
    ]);
  });
});
