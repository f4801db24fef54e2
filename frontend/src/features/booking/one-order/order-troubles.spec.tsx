import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, unpaid } from '../../../testing/fake-shop.ts';
import { openOrder, paid } from '../../../testing/open-order.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const money = (amount: number) => ({ amount, currency: 'usd' });

/** What the history tells of a dispute about this order and another one that were paid together. */
const disputed = (position: number, state: string, disputeId = 'd1', before = 'none') => ({
  position: `${position}`,
  at: unpaid.at,
  type: 'DisputeChanged',
  sentence: `Disputed: ${state}`,
  event: {
    data: {
      disputeId,
      state,
      before,
      amount: money(3_000),
      openedAt: '2030-01-05T12:00:00.000Z',
      intentId: 'pi_1',
      orders: [
        { bookingId: 'b0', amount: money(1_000) },
        { bookingId: 'b1', amount: money(2_000) },
      ],
    },
  },
});

/** What the order itself was told of it. */
const lost = (position: number, amount = 2_000, change = position) => ({
  position: `${position}`,
  at: unpaid.at,
  type: 'BookingLossChanged',
  sentence: 'It is lost.',
  event: { data: { bookingId: 'b1', amount: money(amount), change } },
});

const refund: FailedRefund = {
  _id: 'r1',
  bookingId: 'b1',
  amount: 20,
  because: 'expired_or_canceled_card',
  wasRefunded: true,
  at: unpaid.at,
};

const told = (...entries: object[]) => fakeShop.use(http.get('*/history', () => HttpResponse.json(entries)));
const failing = (...refunds: FailedRefund[]) =>
  fakeShop.use(http.get('*/refunds/failed', () => HttpResponse.json(refunds)));

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
});

describe('an order whose money a bank wants back', () => {
  it('says so above its summary and what can be done, with its share, and is sent all the same', async () => {
    openOrder(paid);
    told(disputed(9, 'open'));
    const title = await screen.findByText('Disputed by a bank');
    expect(title.parentElement?.textContent).toMatch(/has wanted \$20\.00 of this order back since Jan 5, 2030/);
    const summary = screen.getByRole('heading', { name: 'Summary' });
    expect(title.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    screen.getByRole('button', { name: 'Mark as packed' });
  });

  it('says of each dispute how it stands now, and nothing of one that is won', async () => {
    openOrder(paid);
    told(disputed(12, 'lost', 'd2'), disputed(11, 'won'), disputed(10, 'open', 'd2'), disputed(9, 'open'));
    const lost = await screen.findByText('Lost to a bank');
    expect(lost.parentElement?.textContent).toContain('$20.00 of this order was disputed, and went back');
    expect(screen.queryByText('Disputed by a bank')).toBeNull();
    expect(screen.getAllByText(/of this order/)).toHaveLength(1);
  });

  it('says of one that was lost and is looked at once more that nothing is sent before it is won', async () => {
    openOrder(paid);
    told(disputed(10, 'open', 'd1', 'lost'), disputed(9, 'lost'));
    const appealed = await screen.findByText('Lost to a bank, and appealed');
    expect(appealed.parentElement?.textContent).toMatch(/\$20\.00 of this order .* not sent before the appeal is won/);
    expect(screen.queryByText('Disputed by a bank')).toBeNull();
  });

  it('says so also where the bank wants another amount by now, and no more where it was won in between', async () => {
    openOrder(paid);
    told(disputed(11, 'open', 'd1', 'open'), disputed(10, 'open', 'd1', 'lost'), disputed(9, 'lost'));
    await screen.findByText('Lost to a bank, and appealed');
    expect(screen.queryByText('Disputed by a bank')).toBeNull();
    cleanup();
    openOrder(paid);
    told(...[disputed(12, 'open', 'd1', 'won'), disputed(11, 'won', 'd1', 'open'), disputed(10, 'open', 'd1', 'lost')]);
    await screen.findByText('Disputed by a bank');
  });

  it('offers to send nothing whose money is all lost, as the shop would refuse it, appealed or not', async () => {
    openOrder({ ...paid, price: 30, refunded: 4 });
    told(lost(10), disputed(9, 'lost'));
    await screen.findByText('Lost to a bank');
    screen.getByRole('button', { name: 'Mark as packed' });
    cleanup();
    openOrder({ ...paid, price: 24, refunded: 4 });
    told(lost(12, 0, 1), lost(11), disputed(10, 'open', 'd1', 'lost'), disputed(9, 'lost'));
    await screen.findByText('Lost to a bank, and appealed');
    screen.getByText('Nothing is sent: all of its money went back.');
    expect(screen.queryByRole('button', { name: /^(Mark as|Refund)/ })).toBeNull();
  });

  it('is sent, and can be refunded, where what was lost is money that came twice, and says so', async () => {
    openOrder({ ...paid, price: 20, refunded: 0 });
    const again = { intentId: 'pi_1', amount: money(3_000), expected: money(0) };
    told(disputed(9, 'lost'), { ...lost(8), type: 'PaymentSucceeded', event: { data: again } });
    await screen.findByText(/^\$20\.00 that came once more for this order was disputed, and went back/);
    screen.getByRole('button', { name: 'Mark as packed' });
    screen.getByRole('button', { name: 'Refund' });
  });

  it('says what the bank says where that is in another currency', async () => {
    openOrder(paid);
    const { event, ...rest } = disputed(9, 'open');
    told({ ...rest, event: { data: { ...event.data, amount: { amount: 1_700, currency: 'eur' } } } });
    await screen.findByText(/has wanted €17\.00 of this order back/);
  });

  it('offers no step before it is known whether its money is lost', async () => {
    const known = Promise.withResolvers<void>();
    openOrder(paid);
    fakeShop.use(
      http.get('*/history', async () => {
        await known.promise;
        return HttpResponse.json([lost(10), disputed(9, 'lost')]);
      }),
    );
    const offered = () => screen.queryAllByRole('button', { name: /^(Mark as|Refund)/ });
    await screen.findByRole('status', { name: 'Loading what can be done' });
    screen.getByRole('button', { name: 'Add the note' });
    expect(offered()).toEqual([]);
    known.resolve();
    await screen.findByText('Nothing is sent: all of its money went back.');
    expect(offered()).toEqual([]);
  });

  it.each(['shipped', 'delivered'] as const)(
    'that is %s has all it can do in the room that was held for it',
    async (fulfilment) => {
      const known = Promise.withResolvers<void>();
      openOrder({ ...paid, fulfilment, carrier: 'Padma', trackingNumber: '1' });
      fakeShop.use(
        http.get('*/history', async () => {
          await known.promise;
          return HttpResponse.json([]);
        }),
      );
      const room = await screen.findByRole('status', { name: 'Loading what can be done' });
      expect(room.parentElement?.children).toHaveLength(1);
      known.resolve();
      await screen.findByRole('button', { name: 'Refund' });
      if (fulfilment === 'shipped') screen.getByRole('button', { name: 'Mark as delivered' });
      else screen.getByText('It has arrived.');
    },
  );

  it('goes on offering its steps where what happened is asked for anew, and was never answered', async () => {
    const { user } = openOrder(paid);
    fakeShop.use(http.get('*/history', () => HttpResponse.error()));
    const pack = await screen.findByRole('button', { name: 'Mark as packed' });
    fakeShop.use(http.get('*/history', () => new Promise<never>(() => {})));
    await user.click(pack);
    await screen.findByRole('button', { name: 'Mark as shipped' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as packed' })).toBeNull());
    screen.getByRole('button', { name: 'Mark as shipped' });
  });

  it('offers its steps where what happened cannot be fetched: the shop itself refuses what it must', async () => {
    openOrder(paid);
    fakeShop.use(http.get('*/history', () => HttpResponse.error()));
    await screen.findByRole('button', { name: 'Mark as packed' });
    screen.getByRole('button', { name: 'Refund' });
  });

  it('goes on to be delivered where it was shipped before its money was lost', async () => {
    openOrder({ ...paid, price: 20, fulfilment: 'shipped', carrier: 'Padma', trackingNumber: '1' });
    told(lost(10), disputed(9, 'lost'));
    await screen.findByText('Lost to a bank');
    screen.getByRole('button', { name: 'Mark as delivered' });
    expect(screen.queryByText(/^Nothing is sent/)).toBeNull();
  });

  it('says so as soon as the history tells of it', async () => {
    const live = fakeLive();
    openOrder(paid, { live });
    await live.let('in');
    await screen.findByRole('list', { name: 'What happened' });
    told(disputed(9, 'open'));
    live.tell('history.grew', { position: '9' });
    await screen.findByText('Disputed by a bank', {}, { timeout: 15_000 });
  });
});

describe('an order whose money could not go back', () => {
  it('says how much, and why in words, in its summary and above it', async () => {
    openOrder({ ...paid, refundReason: 'Sent back.' });
    failing(refund, { ...refund, _id: 'r2', bookingId: 'b2' });
    const said = '$20.00: The card had expired or was cancelled (a bank sent it back)';
    const fact = await screen.findByText(said);
    expect(fact.previousSibling?.textContent).toBe('Could not be refunded');
    const notice = within(screen.getByText(/^The shop owes \$20\.00/).parentElement as HTMLElement);
    notice.getByText('Could not be refunded');
    expect(screen.getAllByRole('button', { name: /^Try again/ })).toHaveLength(1);
  });

  it('is tried again from there, and the focus stays when the button goes', async () => {
    const { user } = openOrder(paid);
    failing(refund);
    const asked: unknown[] = [];
    fakeShop.use(
      http.post('*/refunds/:id/retry', ({ params }) => {
        asked.push(params.id);
        failing();
        return HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Try again to refund $20.00 of order B1' }));
    await screen.findByText('The refund is on its way');
    await waitFor(() => expect(screen.queryByText('Could not be refunded')).toBeNull());
    expect(asked).toEqual(['r1']);
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('status'));
  });

  it('is settled otherwise from there, and the focus stays when the buttons go', async () => {
    const { user } = openOrder(paid);
    failing(refund);
    fakeShop.use(
      http.post('*/refunds/r1/settle', () => {
        failing();
        return HttpResponse.json({ refundId: 'r1', settled: 'not owed' });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Settle the refund of $20.00 of order B1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle this refund' }));
    await user.click(dialog.getByRole('radio', { name: /^It is not owed/ }));
    await user.type(dialog.getByRole('textbox', { name: 'What was done' }), 'A dispute gave it to them.');
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    await screen.findByText('The refund is settled');
    await waitFor(() => expect(screen.queryByText('Could not be refunded')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('role')).toBe('status');
  });

  it('tells what the provider says in a code that is not known, and in its own sentence', async () => {
    openOrder(paid);
    const own = 'Charge ch_1 has already been refunded.';
    failing(
      { ...refund, because: 'some_new_code', wasRefunded: false },
      { ...refund, _id: 'r2', because: own, wasRefunded: false },
    );
    await screen.findByText('$20.00: Some new code; $20.00: Charge ch_1 has already been refunded');
  });
});
