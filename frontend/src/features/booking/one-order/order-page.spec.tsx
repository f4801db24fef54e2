import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openOrder, paid } from '../../../testing/open-order.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const entry = (position: number, sentence: string) => {
  return { position: String(position), at: unpaid.at, type: 'BookingNoted', sentence, event: { data: {} } };
};

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
});

describe("an order's page", () => {
  it('tells of its payment what is about this order, and what changed something', async () => {
    openOrder(paid);
    const told = (position: number, sentence: string, type: string, data: object) => {
      return { ...entry(position, sentence), type, event: { data } };
    };
    fakeShop.use(
      http.get('*/history', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('entity') === 'booking:b1'
            ? [told(3, 'Its payment was begun', 'BookingPaymentOpened', { paymentId: 'p1', bookingId: 'b1' })]
            : [
                told(8, 'The refund of this order is done', 'RefundChanged', { bookingId: 'b1' }),
                told(7, 'The refund of another order is done', 'RefundChanged', { bookingId: 'b2' }),
                told(6, 'Nothing by itself', 'PaymentMessageHeard', { kind: 'refund' }),
                told(5, 'The money arrived', 'PaymentSucceeded', { orders: [] }),
              ],
        ),
      ),
    );
    const list = await screen.findByRole('list', { name: 'What happened' });
    await within(list).findByText('The money arrived');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.firstChild?.textContent),
    ).toEqual(['The refund of this order is done', 'The money arrived', 'Its payment was begun']);
  });

  it('says what it is and what happened', async () => {
    openOrder(paid);
    await screen.findByRole('heading', { level: 1, name: 'Order B1' });
    await screen.findByText('2 × Claw Hammer');
    await within(await screen.findByRole('list', { name: 'What happened' })).findByText(/paid \$20\.00/);
  });

  it('takes an order from the shelf to its buyer', async () => {
    const { user, sent } = openOrder(paid);
    await user.click(await screen.findByRole('button', { name: 'Mark as packed' }));
    await user.type(await screen.findByLabelText('Carrier'), 'Sundarban Courier');
    await user.type(screen.getByLabelText('Tracking number'), 'SB 123');
    await user.click(screen.getByRole('button', { name: 'Mark as shipped' }));
    await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }));
    await screen.findByText('It has arrived.');
    const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
    expect(sent).toEqual([
      ['pack', ''],
      ['ship', { ...parcel, seen: {} }],
      ['deliver', ''],
    ]);
  });

  it('has one button that stands out: the next step of the order', async () => {
    const { user } = openOrder(paid);
    const standOut = () =>
      screen
        .getAllByRole('button', { name: /^Mark as/ })
        .filter(({ dataset }) => dataset.variant !== 'default')
        .map(({ textContent }) => textContent);
    const pack = await screen.findByRole('button', { name: 'Mark as packed' });
    expect(standOut()).toEqual(['Mark as packed']);
    await user.click(pack);
    await waitFor(() => expect(standOut()).toEqual(['Mark as shipped']));
  });

  it('keeps what is typed on while the note before is on its way', async () => {
    const { user, sent } = openOrder(paid);
    const answered = Promise.withResolvers<void>();
    fakeShop.use(
      http.post('*/booking/b1/note', async ({ request }) => {
        sent.push(await request.json());
        if (sent.length === 1) await answered.promise;
        return HttpResponse.json({ acknowledged: true });
      }),
    );
    const note = await screen.findByLabelText<HTMLTextAreaElement>(/^A note for admins/);
    await user.type(note, 'Call first');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(sent).toEqual([{ note: 'Call first' }]));
    await user.type(note, ', and ring twice');
    answered.resolve();
    await screen.findByText('Noted');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the note' }).disabled).toBe(false),
    );
    expect(note.value).toBe('Call first, and ring twice');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(note.value).toBe(''));
    expect(sent).toEqual([{ note: 'Call first' }, { note: 'Call first, and ring twice' }]);
  });

  it('asks for no order for who is no admin, and leads them to their own', async () => {
    let asked = 0;
    openOrder(paid, { admin: false });
    fakeShop.use(
      http.get('*/booking/b1', () => {
        asked += 1;
        return problem(404, 'There is no such order.');
      }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Only admins are shown this order' });
    const said = within(screen.getByText(/What you ordered yourself is in My Orders/));
    expect(said.getByRole('link', { name: 'Look at my orders' }).getAttribute('href')).toBe('/dashboard/myorders');
    expect(asked).toBe(0);
  });

  it('leaves the keyboard at why it is shown no more, for who is no admin any more with a dialog open over it', async () => {
    const live = fakeLive();
    const { user } = openOrder(paid, { live });
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText(/^Reason/), 'Late');
    live.tell('user.demoted', { email: 'shopper@inventory.dev', position: '9', by: 'chief@inventory.dev' });
    const title = await screen.findByRole('heading', { level: 1, name: 'Only admins are shown this order' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('takes the keyboard to its heading when it lapses under the hand of who writes a note on it', async () => {
    const live = fakeLive();
    const { user } = openOrder(unpaid, { live });
    await live.let('in');
    await user.type(await screen.findByLabelText('A note for admins'), 'Call');
    live.tell('booking.expired', { bookingId: 'b1', position: '8' });
    await screen.findByText('Lapsed');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  it('says that there is no such order where there is none, and leads to all of them', async () => {
    openOrder(paid);
    fakeShop.use(http.get('*/booking/b1', () => problem(404, 'There is no such order.')));
    await screen.findByRole('heading', { level: 1, name: 'There is no such order' });
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/dashboard');
    // One that lapsed or was deleted is there no more either, and of it that is all there is to see.
    screen.getByText(/^It may have been deleted, or have lapsed/);
    expect(screen.getByRole('link', { name: 'History of order B1' }).getAttribute('href')).toBe(
      '/dashboard/history?entity=booking%3Ab1',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says that it could not be fetched where nobody says who is an admin', async () => {
    const { user } = openOrder(paid);
    fakeShop.use(http.get('*/admin/:email', () => problem(400, 'Not now.'), { once: true }));
    await screen.findByText('The order could not be fetched');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('2 × Claw Hammer');
  });

  it('says why something was refused, where it was asked for', async () => {
    const { user } = openOrder(paid, { refuses: true });
    await user.click(await screen.findByRole('button', { name: 'Mark as packed' }));
    await screen.findByText('This order was refunded a moment ago.');
  });

  it.each([
    ['none', 'Nothing is sent'],
    ['shipped', 'Shipped'],
  ] as const)('says of what was refunded how far it came: %s, %s', async (fulfilment, said) => {
    openOrder({ ...paid, status: 'refunded', refunded: 20.3, fulfilment });
    const label = await screen.findByText('On its way', { selector: 'dt' });
    expect(label.nextSibling?.textContent).toBe(said);
  });

  it('offers to send nothing that is not paid', async () => {
    openOrder(unpaid);
    await screen.findByText('Nothing is sent of an order that is unpaid.');
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
  });

  it('offers to send nothing whose pieces all went back to the shelf, and says so, while its money can go back', async () => {
    openOrder({ ...paid, refunded: 1, restocked: 2 });
    await screen.findByText('Nothing is left to send: all of its pieces went back to the shelf.');
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
    expect(screen.queryByLabelText('Carrier')).toBeNull();
    expect(screen.getByText('Pieces back on the shelf').nextSibling?.textContent).toBe('2 of 2');
    expect(screen.queryByText('Not packed')).toBeNull();
    screen.getByRole('button', { name: 'Refund' });
  });

  it('says how many pieces are left to send of one of which some went back to the shelf', async () => {
    openOrder({ ...paid, quantity: 3, restocked: 1 });
    await screen.findByText('Send 2 of 3 pieces: 1 went back to the shelf.');
    screen.getByRole('button', { name: 'Mark as packed' });
    screen.getByRole('button', { name: 'Mark as shipped' });
  });

  it('goes on to be delivered, whatever comes back of what was shipped', async () => {
    openOrder({ ...paid, fulfilment: 'shipped', carrier: 'DHL', trackingNumber: 'AAA', restocked: 2 });
    await screen.findByRole('button', { name: 'Mark as delivered' });
    screen.getByRole('button', { name: 'Correct' });
    expect(screen.queryByText(/left to send/)).toBeNull();
  });

  it('offers to send it no longer once another admin has put its pieces back, of which no notice tells', async () => {
    const live = fakeLive();
    const { elsewhere } = openOrder(paid, { live });
    await live.let('in');
    await screen.findByRole('button', { name: 'Mark as packed' });
    elsewhere('booking.noted', { restocked: 2 });
    live.tell('history.grew', { position: '9' });
    await screen.findByText(/^Nothing is left to send:/, {}, { timeout: 15_000 });
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
  });

  it('marks what went wrong with its money, in the words of the provider', async () => {
    openOrder(paid);
    const trouble = { at: unpaid.at, type: 'RefundChanged', event: { data: { state: 'failed' } } };
    fakeShop.use(
      http.get('*/history', ({ request }) => {
        const isPayment = new URL(request.url).searchParams.get('entity') === 'payment:p1';
        const own = [
          {
            position: '7',
            at: unpaid.at,
            type: 'BookingPaid',
            sentence: 'Paid.',
            event: { data: { paymentId: 'p1' } },
          },
        ];
        const words = 'The refund of $20.00 of order B1 is not possible (expired or canceled card)';
        return HttpResponse.json(isPayment ? [{ ...trouble, position: '9', sentence: words }] : own);
      }),
    );
    const list = within(await screen.findByRole('list', { name: 'What happened' }));
    const [newest, oldest] = await list.findAllByRole('listitem');
    expect(newest?.textContent).toContain('(expired or canceled card)');
    expect([newest, oldest].map((item) => item?.dataset.trouble)).toEqual(['true', 'false']);
  });

  it('shows what another admin noted, and what the provider says, as soon as the history does', async () => {
    const live = fakeLive();
    openOrder(paid, { live });
    let entries = [entry(7, 'Paid.')];
    let position = 7;
    const answer = () => HttpResponse.json(entries, { headers: { 'Event-Position': String(position) } });
    fakeShop.use(http.get('*/history', answer));
    await live.let('in');
    const list = within(await screen.findByRole('list', { name: 'What happened' }));
    await list.findByText('Paid.');
    // The notice is ahead of the history.
    live.tell('booking.noted', { bookingId: 'b1', position: '8' });
    [entries, position] = [[entry(8, 'Another Admin noted of order B1: Call first.'), ...entries], 8];
    await list.findByText(/Call first/, {}, { timeout: 10_000 });
    [entries, position] = [[entry(9, 'A card was refused (card_declined)'), ...entries], 9];
    live.tell('history.grew', { position: '9' });
    await list.findByText(/card_declined/, {}, { timeout: 15_000 });
  });

  it('puts no pieces of a parcel on the shelf that another admin sends while its refund is being typed', async () => {
    const live = fakeLive();
    const { user, sent, elsewhere } = openOrder(paid, { live });
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Pieces/).value).toBe('2');
    elsewhere('booking.shipped', { fulfilment: 'shipped', carrier: 'DHL', trackingNumber: 'AAA' });
    await dialog.findByText(/^It was shipped a moment ago/, {}, { timeout: 10_000 });
    expect(dialog.getByLabelText<HTMLInputElement>(/^Pieces/).value).toBe('0');
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([['refund', { reason: 'Came broken', restock: 0, shipped: true }]]));
  });

  it('puts no pieces on the shelf that another admin puts there while its refund is being typed', async () => {
    const live = fakeLive();
    const { user, sent, elsewhere } = openOrder({ ...paid, quantity: 3 }, { live });
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    elsewhere('booking.refunded', { refunded: 5, restocked: 2 });
    await dialog.findByText(
      'Pieces went back to the shelf a moment ago: 1 of 3 is still out.',
      {},
      { timeout: 10_000 },
    );
    dialog.getByText('Of 1 still out: 2 of 3 went back before');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Pieces/).value).toBe('1');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([['refund', { reason: 'Late', restock: 1, shipped: false }]]));
  });

  it('gives nothing back once another admin has refunded all of it meanwhile, and says why', async () => {
    const live = fakeLive();
    const { user, elsewhere } = openOrder(paid, { live });
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    const refund = dialog.getByRole<HTMLButtonElement>('button', { name: 'Refund' });
    act(() => refund.focus());
    elsewhere('booking.refunded', { status: 'refunded', refunded: paid.price });
    await waitFor(() => expect(refund.disabled).toBe(true), { timeout: 10_000 });
    const why = dialog.getByText('All of it was refunded meanwhile: nothing is left that could go back.');
    expect(refund.getAttribute('aria-describedby')).toBe(why.id);
    expect(document.activeElement).toBe(why);
  });

  it('refunds what is left when another admin gives a part back meanwhile', async () => {
    const live = fakeLive();
    const { user, sent, elsewhere } = openOrder(paid, { live });
    await live.let('in');
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    elsewhere('booking.refunded', { refunded: 5 });
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('15.00'), {
      timeout: 10_000,
    });
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([['refund', { reason: 'Late', restock: 2, shipped: false }]]));
  });
});
