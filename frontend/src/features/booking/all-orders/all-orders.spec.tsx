import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { lateTools, orderOf, shopOf } from '../../../testing/shop-of-orders.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const address = () => screen.getByTestId('address').textContent;
beforeEach(() => {
  signInAsShopper();
  notifications.clean();
});

describe('what an admin looks for among the orders', () => {
  it('has all that the spec wants, and after it number, time, pieces, amount and how it stands', async () => {
    shopOf([orderOf('1a2b3c4d-5e6f', 1, { status: 'paid', fulfilment: 'shipped', quantity: 3, price: 30 })]);
    openPage('/dashboard');
    const row = within((await screen.findAllByRole('row'))[1] as HTMLElement);
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(columns.slice(0, 6)).toEqual(['No.', 'Buyer Name', 'Tool Name', 'Email', 'Location', 'Phone']);
    expect(columns.slice(6)).toEqual(['Order', 'Pieces', 'Amount', 'Status']);
    expect(row.getByRole('link', { name: 'Order 1A2B3C4D-5E6F' }).getAttribute('href')).toMatch(/1a2b3c4d-5e6f$/);
    expect(row.getByText('Shipped')).toBeTruthy();
    expect(row.getByText('$30.00')).toBeTruthy();
  });

  const told = (disputeId: string, state: string, bookingId: string, before = 'none') => {
    const amount = { amount: 2_000, currency: 'usd' };
    const event = { data: { disputeId, state, before, amount, orders: [{ bookingId, amount }] } };
    return { position: '9', at: unpaid.at, type: 'DisputeChanged', sentence: '', event };
  };
  const toldLost = (bookingId: string) => {
    const event = { data: { bookingId, amount: { amount: 2_000, currency: 'usd' }, change: 1 } };
    return { position: '9', at: unpaid.at, type: 'BookingLossChanged', sentence: '', event };
  };

  it('says of each order that a bank disputes now that it does', async () => {
    shopOf([orderOf('b2', 2, { status: 'paid' }), orderOf('b1', 1, { status: 'paid' })]);
    const asked: string[] = [];
    fakeShop.use(
      http.get('*/history', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([told('d2', 'open', 'b2'), told('d1', 'won', 'b1'), told('d1', 'open', 'b1')]);
      }),
    );
    openPage('/dashboard');
    const disputed = await screen.findByText('Disputed by a bank');
    expect(disputed.closest('tr')?.textContent).toContain('Tool b2');
    expect(asked.toSorted()).toEqual(['?type=BookingLossChanged&limit=100', '?type=DisputeChanged&limit=100']);
  });

  it('says of each order whose money is lost that it is, and neither to send it nor to refund it', async () => {
    shopOf([
      orderOf('b1', 4, { status: 'paid', price: 20 }),
      orderOf('b2', 3, { status: 'paid', price: 50 }),
      orderOf('b3', 2, { status: 'paid', price: 20, fulfilment: 'shipped' }),
      orderOf('b4', 1, { status: 'paid', price: 20 }),
    ]);
    const appeal = told('d4', 'open', 'b4', 'lost');
    const lost = ['1', '2', '3', '4'].map((one) => told(`d${one}`, 'lost', `b${one}`, 'open'));
    fakeShop.use(
      http.get('*/history', () => HttpResponse.json([appeal, ...lost, ...['b1', 'b2', 'b3', 'b4'].map(toldLost)])),
    );
    openPage('/dashboard');
    const words = await screen.findAllByText(/^Lost to a bank/);
    expect(words.map((one) => one.parentElement?.textContent)).toEqual([
      'PaidLost to a bankNothing is left to send',
      'PaidLost to a bankNot packed',
      'PaidLost to a bankShipped',
      'PaidLost to a bank, and appealedNothing is left to send',
    ]);
    const refunds = screen.getAllByRole('button', { name: /^Refund / });
    expect(refunds.map((one) => one.getAttribute('aria-label'))).toEqual([expect.stringMatching(/^Refund Tool b2/)]);
  });

  it('offers to refund none whose money is lost where it was told so long ago, or not yet', async () => {
    shopOf([orderOf('b1', 2, { status: 'paid', price: 20 }), orderOf('b2', 1, { status: 'paid', price: 20 })]);
    const none = {
      ...toldLost('b2'),
      event: { data: { ...toldLost('b2').event.data, amount: { amount: 0, currency: 'usd' } } },
    };
    fakeShop.use(
      http.get('*/history', () =>
        HttpResponse.json([none, told('d2', 'lost', 'b2'), told('d1', 'lost', 'b1', 'open')]),
      ),
    );
    openPage('/dashboard');
    await screen.findAllByText('Lost to a bank');
    const refunds = screen.getAllByRole('button', { name: /^Refund / });
    expect(refunds.map((one) => one.getAttribute('aria-label'))).toEqual([expect.stringMatching(/^Refund Tool b2/)]);
  });

  it('says so, and says it no more, as the bank does one and the other', async () => {
    shopOf([orderOf('b1', 1, { status: 'paid' })]);
    let history: object[] = [];
    fakeShop.use(http.get('*/history', () => HttpResponse.json(history)));
    const live = fakeLive();
    openPage('/dashboard', live);
    await live.let('in');
    await screen.findByText('1 order');
    history = [told('d1', 'open', 'b1')];
    live.tell('history.grew', { position: '9' });
    await screen.findByText('Disputed by a bank');
    history = [told('d1', 'won', 'b1'), ...history];
    live.tell('history.grew', { position: '10' });
    await waitFor(() => expect(screen.queryByText('Disputed by a bank')).toBeNull());
  });

  it('says so once the connection is back, where what told of it was missed', async () => {
    shopOf([orderOf('b1', 1, { status: 'paid' })]);
    const live = fakeLive();
    openPage('/dashboard', live);
    await live.let('in');
    await screen.findByText('1 order');
    live.lose('transport close');
    fakeShop.use(http.get('*/history', () => HttpResponse.json([told('d1', 'open', 'b1')])));
    await live.let('in');
    await screen.findByText('Disputed by a bank');
  });

  it('stands in the address, is asked of the shop, and is what is exported', async () => {
    const shop = shopOf([orderOf('b2', 2, { status: 'paid' }), orderOf('b1', 1)]);
    const user = openPage('/dashboard');
    await screen.findByText('2 orders');
    await user.selectOptions(screen.getByLabelText('Status'), 'Paid');
    await screen.findByText('1 order');
    await user.type(screen.getByLabelText('Search orders'), 'demo');
    await waitFor(() => expect(address()).toBe('/dashboard?q=demo&status=paid'));
    await waitFor(() => expect(shop.asked.at(-1)?.toString()).toMatch(/q=demo&status=paid&limit=20$/));
    URL.createObjectURL ??= () => 'blob:';
    URL.revokeObjectURL ??= () => undefined;
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(shop.exported).toEqual(['?q=demo&status=paid']));
  });

  it('is exported once it was shown anew who one is, where that was long ago', async () => {
    const shop = shopOf([orderOf('b1', 1)]);
    const proofs: unknown[] = [];
    const saved: string[] = [];
    fakeShop.use(
      http.get('*/me/factors', () => HttpResponse.json({ factors: [], recoveryCodesLeft: 0, confirmBy: ['password'] })),
      http.post('*/identity/confirm', async ({ request }) => {
        proofs.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
      http.get('*/orders/export', ({ request }) => {
        if (proofs.length === 0) {
          const again = { type: '/problems/confirm-again', title: 'Forbidden', status: 403, detail: 'Please confirm.' };
          return HttpResponse.json(again, { status: 403, headers: { 'Content-Type': 'application/problem+json' } });
        }
        shop.exported.push(new URL(request.url).search);
        return new HttpResponse('Number\r\n', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:orders');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const user = openPage('/dashboard?status=unpaid');
    await screen.findByText('1 order');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByRole('dialog', { name: 'Is it you?' });
    expect(shop.exported).toEqual([]);
    await user.type(await screen.findByLabelText('Password'), 'mine{Enter}');
    await waitFor(() => expect(saved).toEqual(['orders.csv']));
    expect([proofs, shop.exported]).toEqual([[{ password: 'mine' }], ['?status=unpaid']]);
    vi.restoreAllMocks();
  });

  it('is of days where the admin is, of a tool by its name, and of a person', async () => {
    const shop = shopOf([orderOf('b1', 1, { personEmail: 'mina@example.com' })]);
    const user = openPage('/dashboard');
    await screen.findByText('1 order');
    await user.type(screen.getByLabelText('Placed from'), '2026-11-20');
    await user.type(screen.getByLabelText('Placed to'), '2026-11-22');
    await user.type(screen.getByLabelText('Tool'), 'claw hammer');
    await user.type(screen.getByLabelText('Person'), 'Mina@Example.com');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByRole('button', { name: 'Look no more for Tool: Claw Hammer' });
    const { since = '', until = '', ...others } = Object.fromEntries(shop.asked.at(-1) ?? []);
    expect(others).toEqual({ toolId: 't1', personEmail: 'mina@example.com', limit: '20' });
    expect(new Date(since)).toEqual(new Date('2026-11-20T00:00:00'));
    expect(Date.parse(until) - new Date('2026-11-22T00:00:00').getTime()).toBe(24 * 3_600_000 - 1);
    expect(screen.getByLabelText<HTMLInputElement>('Placed to').value).toBe('2026-11-22');
  });

  it('leaves whoever looks by the keyboard where they were, and cannot be pressed while it is looked', async () => {
    shopOf([orderOf('b1', 1, { personEmail: 'mina@example.com' })]);
    const user = openPage('/dashboard');
    await screen.findByText('1 order');
    await user.type(screen.getByLabelText('Person'), 'mina@example.com{Enter}');
    await waitFor(() => expect(address()).toMatch(/personEmail=mina/));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Person')));
    const answer = lateTools();
    await user.type(screen.getByLabelText('Tool'), 'claw hammer');
    screen.getByRole('button', { name: 'Look' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look' })).toHaveProperty('disabled', true));
    await answer();
    await screen.findByRole('button', { name: 'Look no more for Tool: Claw Hammer' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Look' })));
  });

  it('is none of the tools when no tool is called so, and says what the shop says of it', async () => {
    shopOf([orderOf('b1', 1)]);
    const user = openPage('/dashboard');
    fakeShop.use(http.get('*/products', () => HttpResponse.json([])));
    await user.type(await screen.findByLabelText('Tool'), 'unobtainium');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('Choose one of the tools');
    expect(address()).toBe('/dashboard');
    await user.clear(screen.getByLabelText('Tool'));
    await user.type(screen.getByLabelText('Person'), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('Must be an email address');
  });

  it('says that it could not be looked up, and keeps what was typed', async () => {
    shopOf([orderOf('b1', 1)]);
    const user = openPage('/dashboard');
    fakeShop.use(http.get('*/products', () => HttpResponse.error()));
    await user.type(await screen.findByLabelText('Tool'), 'claw hammer');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('Names could not be looked up. Try again.');
    expect(screen.getByLabelText<HTMLInputElement>('Tool').value).toBe('claw hammer');
  });

  it('calls nobody back who has gone on meanwhile', async () => {
    shopOf([orderOf('b1', 1)]);
    const answer = lateTools();
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('link', { name: 'Orders Info' }));
    const tool = await screen.findByLabelText('Tool');
    // At once: what is looked up for who still types is given up with the page.
    fireEvent.change(tool, { target: { value: 'claw hammer' } });
    fireEvent.click(screen.getByRole('button', { name: 'Look' }));
    fireEvent.click(screen.getByRole('link', { name: 'My Orders' }));
    await waitFor(() => expect(address()).toBe('/dashboard/myorders'));
    await answer();
    expect(address()).toBe('/dashboard/myorders');
  });

  it('looks for what was asked last, whichever answer comes last', async () => {
    shopOf([orderOf('b1', 1)]);
    const answer = lateTools();
    const user = openPage('/dashboard');
    await user.type(await screen.findByLabelText('Tool'), 'claw hammer');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await user.clear(screen.getByLabelText('Tool'));
    await user.type(screen.getByLabelText('Person'), 'ada@example.com{Enter}');
    await waitFor(() => expect(address()).toMatch(/personEmail=ada/));
    const wanted = address();
    await answer();
    expect(address()).toBe(wanted);
  });

  it('is not what was found before, while it is on its way', async () => {
    const rows = [orderOf('b2', 2, { status: 'paid' }), orderOf('b1', 1)];
    shopOf(rows);
    const headers = { Link: '</booking?after=c1>; rel="next"', 'Total-Count': '21' };
    fakeShop.use(http.get('*/booking', () => HttpResponse.json(rows, { headers })));
    const user = openPage('/dashboard?q=demo');
    await screen.findByText('21 orders');
    expect(screen.getByRole('link', { name: 'Older orders' })).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Orders' });
    fakeShop.use(http.get('*/booking', () => delay('infinite')));
    await user.selectOptions(screen.getByLabelText('Status'), 'Paid');
    await waitFor(() => expect(table.closest('[aria-busy=true]')).not.toBeNull());
    expect(screen.queryByText('21 orders')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Older orders' })).toBeNull();
  });

  it('is waited for where nothing was found before', async () => {
    shopOf([orderOf('b1', 1)]);
    const user = openPage('/dashboard?q=demo&status=paid');
    await screen.findByRole('heading', { name: 'No order is like that' });
    fakeShop.use(http.get('*/booking', () => delay('infinite')));
    await user.selectOptions(screen.getByLabelText('Status'), 'Unpaid');
    await screen.findByLabelText('Loading the orders');
    expect(screen.queryByRole('heading', { name: 'No order is like that' })).toBeNull();
  });

  it('tells a refusal of a name in the words of the shop', async () => {
    shopOf([orderOf('b1', 1)]);
    const user = openPage('/dashboard');
    fakeShop.use(http.get('*/products', () => problem(400, 'A search is 80 characters long at most.')));
    await user.type(await screen.findByLabelText('Tool'), 'claw hammer');
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await screen.findByText('A search is 80 characters long at most.');
  });

  it('says which part of it hides what there is, and leads out', async () => {
    shopOf([orderOf('b1', 1)]);
    const user = openPage('/dashboard?q=demo&status=paid');
    await screen.findByRole('heading', { name: 'No order is like that' });
    const way = await screen.findByRole('link', { name: 'Without Status: Paid' });
    expect(screen.queryByRole('link', { name: 'Without Search: demo' })).toBeNull();
    await user.click(way);
    await screen.findByText('1 order');
    await user.click(screen.getByRole('button', { name: 'Look no more for Search: demo' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });
});
