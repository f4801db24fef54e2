import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/booking', () => HttpResponse.json([unpaid])),
  );
});

describe('what could not be refunded', () => {
  const failed = {
    _id: 'r9',
    bookingId: 'b1',
    amount: 12,
    because: 'expired_or_canceled_card',
    wasRefunded: true,
    at: '2030-01-02T03:04:05.000Z',
  };

  it('is listed with why, and tried again', async () => {
    let list = [failed];
    fakeShop.use(
      http.get('*/refunds/failed', () => HttpResponse.json(list)),
      http.post('*/refunds/r9/retry', () => {
        list = [];
        return HttpResponse.json({ refundId: 'r9', state: 'pending' }, { status: 202 });
      }),
    );
    const user = openPage('/dashboard');
    await screen.findByRole('heading', { name: 'Could not be refunded' });
    await screen.findByText('The card had expired or was cancelled (a bank sent it back)');
    const link = within(screen.getByRole('table', { name: 'Refunds that failed' })).getByRole('link', {
      name: 'Order B1',
    });
    expect(link.getAttribute('href')).toBe('/dashboard/orders/b1');
    await user.click(screen.getByRole('button', { name: 'Try again to refund $12.00 of order B1' }));
    await screen.findByText('The refund is on its way');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Could not be refunded' })).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Could not be refunded');
  });

  it('is tried anew under another key once it has failed anew, though the answer of before was lost', async () => {
    const keys: (string | null)[] = [];
    let list = [failed];
    fakeShop.use(
      http.get('*/refunds/failed', () => HttpResponse.json(list)),
      http.post('*/refunds/r9/retry', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length > 2) return HttpResponse.json({ refundId: 'r9', state: 'pending' }, { status: 202 });
        if (keys.length === 2) list = [{ ...failed, at: '2030-01-02T03:05:00.000Z' }];
        return HttpResponse.error();
      }),
    );
    const user = openPage('/dashboard');
    const press = async () => user.click(await screen.findByRole('button', { name: /^Try again/ }));
    for (const sent of [1, 2, 3]) {
      await press();
      await waitFor(() => expect(keys).toHaveLength(sent));
      await waitFor(() => expect(screen.getByRole('button', { name: /^Try again/ })).toHaveProperty('disabled', false));
      notifications.clean();
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('is settled otherwise once it was said how, with what is missing under its field, and the focus stays', async () => {
    let list = [failed];
    const said: unknown[] = [];
    const invalid = { type: 'about:blank', title: 'No', status: 400, detail: 'Some fields are wrong.' };
    const wrong = [
      { path: 'how', message: 'Say what became of the money' },
      { path: 'note', message: 'Must not be empty' },
    ];
    fakeShop.use(
      http.get('*/refunds/failed', () => HttpResponse.json(list)),
      http.post('*/refunds/r9/settle', async ({ request }) => {
        const body = (await request.json()) as { how: string };
        said.push(body);
        if (body.how === '') return HttpResponse.json({ ...invalid, errors: wrong }, { status: 400 });
        list = [];
        return HttpResponse.json({ refundId: 'r9', settled: body.how });
      }),
    );
    const user = openPage('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Settle the refund of $12.00 of order B1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle this refund' }));
    dialog.getByText(/^\$12\.00 of order B1 could not go back\. The card had expired or was cancelled/);
    const first = dialog.getByRole('radio', { name: /^The buyer was given it in another way/ });
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    await dialog.findByText('Say what became of the money');
    dialog.getByText('Must not be empty');
    expect(document.activeElement).toBe(first);
    await user.click(first);
    await user.type(dialog.getByRole('textbox', { name: 'What was done' }), 'By a transfer.');
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    await screen.findByText('The refund is settled');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('heading', { name: 'Could not be refunded' })).toBeNull();
    expect(said.at(-1)).toEqual({ how: 'elsewhere', note: 'By a transfer.' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Could not be refunded');
  });

  it('keeps what was said while it is refused, and asks before it is lost', async () => {
    fakeShop.use(
      http.get('*/refunds/failed', () => HttpResponse.json([failed])),
      http.post('*/refunds/r9/settle', () => problem(409, 'Somebody has seen to this refund already.')),
    );
    const user = openPage('/dashboard');
    await user.click(await screen.findByRole('button', { name: /^Settle the refund/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle this refund' }));
    await user.click(dialog.getByRole('radio', { name: /^It is not owed/ }));
    await user.type(dialog.getByRole('textbox', { name: 'What was done' }), 'They kept it.');
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    await dialog.findByText('Somebody has seen to this refund already.');
    expect(dialog.getByRole('textbox', { name: 'What was done' })).toHaveProperty('value', 'They kept it.');
    await user.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
  });

  it('says why it cannot be tried again', async () => {
    fakeShop.use(
      http.get('*/refunds/failed', () => HttpResponse.json([failed])),
      http.post('*/refunds/r9/retry', () => problem(409, 'This refund has not failed.')),
    );
    const user = openPage('/dashboard');
    await user.click(await screen.findByRole('button', { name: /^Try again/ }));
    await screen.findByText('This refund has not failed.');
  });

  it('comes and goes as the history tells of it, whoever did it', async () => {
    const live = fakeLive();
    let list: object[] = [];
    fakeShop.use(http.get('*/refunds/failed', () => HttpResponse.json(list)));
    openPage('/dashboard', live);
    await live.let('in');
    await screen.findByText('1 order');
    list = [failed];
    live.tell('history.grew', { position: '9' });
    await screen.findByRole('heading', { name: 'Could not be refunded' });
    list = [];
    live.tell('history.grew', { position: '10' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Could not be refunded' })).toBeNull(), {
      timeout: 15_000,
    });
  });

  it('is there once the connection is back, where what told of it was missed', async () => {
    const live = fakeLive();
    openPage('/dashboard', live);
    await live.let('in');
    await screen.findByText('1 order');
    live.lose('transport close');
    fakeShop.use(http.get('*/refunds/failed', () => HttpResponse.json([failed])));
    await live.let('in');
    await screen.findByRole('heading', { name: 'Could not be refunded' });
  });

  it('is not there while there is nothing', async () => {
    openPage('/dashboard');
    await screen.findByText('1 order');
    expect(screen.queryByText('Could not be refunded')).toBeNull();
  });
});
