import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnFactors } from '../../../../../modules/identity/factors/contract.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { shopper, signInAsShopper } from '../../../testing/signed-in.ts';

const paid = { ...unpaid, paid: true, status: 'paid', price: 20.3, refunded: 0.1 };

beforeEach(() => {
  signInAsShopper();
  notifications.clean();
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/booking', () => HttpResponse.json([paid])),
  );
});

/** The dialog for the only order, and what was sent from it. */
async function openDialog(
  answer: () => Response = () => HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 }),
) {
  const sent: unknown[] = [];
  fakeShop.use(
    http.post('*/booking/b1/refund', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const user = openPage('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
  return { user, sent, dialog: within(await screen.findByRole('dialog')) };
}

describe('the refund of an order', () => {
  it('gives back all that is left, unless another amount is typed', async () => {
    const { user, sent, dialog } = await openDialog();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('20.2');
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund is on its way');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ reason: 'Came broken', restock: 2, shipped: false }]);
  });

  it('keeps the focus in its row when the button goes that had it', async () => {
    const { user, dialog } = await openDialog();
    const button = screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper', hidden: true });
    const row = button.closest('tr');
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, status: 'refunded', refunded: 20.3 }])));
    await waitFor(() => expect(button.isConnected).toBe(false));
    await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true));
  });

  it('gives back a part, and pieces to the shelf', async () => {
    const { user, sent, dialog } = await openDialog();
    await user.clear(dialog.getByLabelText(/^Amount/));
    await user.type(dialog.getByLabelText(/^Amount/), '5.5');
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.clear(dialog.getByLabelText(/^Pieces/));
    await user.type(dialog.getByLabelText(/^Pieces/), '1');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([{ amount: 5.5, reason: 'Late', restock: 1, shipped: false }]));
  });

  it('is not lost half typed by Escape or its cross, unless one says so, and is closed at once by its own button', async () => {
    const { user, dialog } = await openDialog();
    const question = async () => within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Came br');
    for (const leave of [() => user.keyboard('{Escape}'), () => user.click(dialog.getByLabelText('Close'))]) {
      await leave();
      await user.click((await question()).getByRole('button', { name: 'Stay here' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
      expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Came br');
    }
    await user.keyboard('{Escape}');
    await user.click((await question()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
    await user.type(await screen.findByLabelText(/^Reason/), 'Came');
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('puts the pieces on the shelf that are still out, and says how many that are', async () => {
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, quantity: 3, restocked: 2 }])));
    const { user, sent, dialog } = await openDialog();
    dialog.getByText('Of 1 still out: 2 of 3 went back before');
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([{ reason: 'Late', restock: 1, shipped: false }]));
  });

  it('warns before all pieces go back and money stays with the shop', async () => {
    const warning =
      'All of its pieces go back to the shelf, and $15.20 stays with the shop: nothing is left to send then.';
    const { user, dialog } = await openDialog();
    expect(dialog.queryByText(/stays with the shop/)).toBeNull();
    await user.clear(dialog.getByLabelText(/^Amount/));
    await user.type(dialog.getByLabelText(/^Amount/), '5');
    await dialog.findByText(warning);
    await user.clear(dialog.getByLabelText(/^Pieces/));
    await user.type(dialog.getByLabelText(/^Pieces/), '1');
    await waitFor(() => expect(dialog.queryByText(/stays with the shop/)).toBeNull());
  });

  it('says at the field what is refused of the pieces, and leaves there what was sent', async () => {
    const words = 'Only 0 of its pieces can go back to the shelf.';
    const refusal = { type: 'about:blank', title: 'Conflict', status: 409, detail: words };
    const { user, dialog } = await openDialog(() =>
      HttpResponse.json({ ...refusal, errors: [{ path: 'restock', message: words }] }, { status: 409 }),
    );
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, restocked: 2 }])));
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    const pieces = dialog.getByLabelText<HTMLInputElement>(/^Pieces/);
    await waitFor(() => expect(pieces.getAttribute('aria-invalid')).toBe('true'));
    await dialog.findByText('Of 0 still out: 2 of 2 went back before');
    dialog.getByText(words);
    expect(dialog.getByRole('alert').textContent).toBe('');
    expect(pieces.value).toBe('2');
  });

  it('is the same refund when its answer was lost, and its pieces are on the shelf meanwhile', async () => {
    const keys: (string | null)[] = [];
    const { user, dialog } = await openDialog();
    fakeShop.use(
      http.post('*/booking/b1/refund', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, refunded: 5.1, restocked: 2 }])));
        return keys.length === 1
          ? HttpResponse.error()
          : HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 });
      }),
    );
    await user.clear(dialog.getByLabelText(/^Amount/));
    await user.type(dialog.getByLabelText(/^Amount/), '5');
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.findByText('Pieces went back to the shelf a moment ago: 0 of 2 are still out.');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund is on its way');
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  describe('of a half, whose answer was lost', () => {
    const whole = { ...paid, price: 100, refunded: 0 };
    const half = { amount: 50, reason: 'Lost', restock: 2, shipped: false };

    /** Half of it is asked for, which the shop does or does not; no answer comes, and the order is another then. */
    async function lostHalf(after: object) {
      const asked: { key: string | null; body: unknown }[] = [];
      fakeShop.use(http.get('*/booking', () => HttpResponse.json([whole])));
      const { user, dialog } = await openDialog();
      let answer: () => Response = () => HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 });
      fakeShop.use(
        http.post('*/booking/b1/refund', async ({ request }) => {
          asked.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
          fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...whole, ...after }])));
          return asked.length === 1 ? HttpResponse.error() : answer();
        }),
      );
      await user.clear(dialog.getByLabelText(/^Amount/));
      await user.type(dialog.getByLabelText(/^Amount/), '50');
      await user.type(dialog.getByLabelText(/^Reason/), 'Lost');
      await user.click(dialog.getByRole('button', { name: 'Refund' }));
      const answers = (next: typeof answer) => {
        answer = next;
      };
      const sentTheSame = async (form: typeof dialog) => {
        await user.click(form.getByRole('button', { name: 'Refund' }));
        await screen.findByText('The refund is on its way');
        expect(asked).toEqual(Array(2).fill({ key: asked[0]?.key, body: half }));
      };
      const openedAnew = async () => {
        await dialog.findByText(/\$50\.00 can go back\./);
        await user.click(dialog.getByRole('button', { name: 'Keep it' }));
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        await user.click(screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
        return within(await screen.findByRole('dialog'));
      };
      return { user, dialog, asked, answers, sentTheSame, openedAnew };
    }

    it('is the same refund when it is what is left by then', async () => {
      const { dialog, sentTheSame } = await lostHalf({ refunded: 50 });
      await dialog.findByText(/\$50\.00 can go back\./);
      await sentTheSame(dialog);
    });

    it('is the same refund when the order was shipped meanwhile', async () => {
      const { dialog, sentTheSame } = await lostHalf({ refunded: 50, fulfilment: 'shipped' });
      await dialog.findByText(/\$50\.00 can go back\./);
      await sentTheSame(dialog);
    });

    it('is the same refund in a dialog that was opened anew, also where all of it is typed again', async () => {
      const { user, openedAnew, sentTheSame } = await lostHalf({ refunded: 50, restocked: 2 });
      const again = await openedAnew();
      for (const [label, text] of [
        [/^Amount/, '50'],
        [/^Reason/, 'Lost'],
      ] as const) {
        await user.clear(again.getByLabelText(label));
        await user.type(again.getByLabelText(label), text);
      }
      await sentTheSame(again);
    });

    it('is told from another, in a dialog that was opened anew', async () => {
      const { user, openedAnew, sentTheSame } = await lostHalf({ refunded: 50, restocked: 2 });
      const again = await openedAnew();
      again.getByText(/it is the same refund\.$/);
      await user.type(again.getByLabelText(/^Reason/), ' too');
      again.getByText(/^A refund was sent before, .* is another one beside it\.$/);
      expect(again.queryByText(/it is the same refund/)).toBeNull();
      await user.type(again.getByLabelText(/^Reason/), '{Backspace>4/}');
      again.getByText(/it is the same refund\.$/);
      await sentTheSame(again);
    });

    it('goes by what the order is by then, once it turns out to be refused', async () => {
      const words = 'It was shipped meanwhile.';
      const { user, dialog, asked, answers } = await lostHalf({ fulfilment: 'shipped' });
      await dialog.findByText(/^The shop (cannot|could not) be reached\./);
      answers(() => problem(409, words));
      await user.click(dialog.getByRole('button', { name: 'Refund' }));
      await dialog.findByText(/^It was shipped a moment ago/);
      expect(dialog.getByLabelText<HTMLInputElement>(/^Pieces/).value).toBe('0');
      answers(() => HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 }));
      await user.click(dialog.getByRole('button', { name: 'Refund' }));
      await screen.findByText('The refund is on its way');
      expect(asked.map(({ body }) => body)).toEqual([half, half, { ...half, restock: 0, shipped: true }]);
    });
  });

  it('says why it was refused, and keeps what was typed', async () => {
    const words = 'Only $20.20 of this order can go back.';
    const { user, dialog } = await openDialog(() => problem(409, words));
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Late');
  });

  it('is the same refund when its answer was lost, also in a dialog that was opened anew', async () => {
    const keys: (string | null)[] = [];
    const { user, dialog } = await openDialog();
    fakeShop.use(
      http.post('*/booking/b1/refund', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1
          ? HttpResponse.error()
          : HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 });
      }),
    );
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost on its way');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.findByText(/^The shop (cannot|could not) be reached\./);
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
    const again = within(await screen.findByRole('dialog'));
    again.getByText('This was sent before, and no answer came. Sent again as it stands here, it is the same refund.');
    expect(again.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Lost on its way');
    await user.click(again.getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund is on its way');
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it.each(['is asked for in vain', 'is not taken'])('is not in doubt where the proof of who one is %s', async (how) => {
    const { user, dialog } = await openDialog(() => {
      const type = how === 'is asked for in vain' ? '/problems/confirm-again' : '/problems/session-over';
      const status = how === 'is asked for in vain' ? 403 : 401;
      return HttpResponse.json({ type, title: 'No', status, detail: 'Not now.' }, { status });
    });
    fakeShop.use(
      http.get('*/me/factors', () =>
        HttpResponse.json({ factors: [], recoveryCodesLeft: 0, confirmBy: ['password'] } satisfies OwnFactors),
      ),
      http.post('*/identity/refresh', () => HttpResponse.json({ idToken: 'id-token', user: shopper })),
    );
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, fulfilment: 'shipped' }])));
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    if (how === 'is asked for in vain') await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    // Nothing is in doubt: what the order is by then is taken up.
    await dialog.findByText(/^It was shipped a moment ago/);
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('');
    expect(again.queryByText(/was sent before/)).toBeNull();
  });

  it('is shown in the table, and offered only while there is something to give back', async () => {
    const refunded = { ...paid, _id: 'b2', status: 'refunded', refunded: 20.3 };
    const allBack = { ...paid, _id: 'b4', refunded: 0, restocked: 2 };
    fakeShop.use(
      http.get('*/booking', () =>
        HttpResponse.json([{ ...paid, restocked: 1 }, refunded, { ...unpaid, _id: 'b3' }, allBack]),
      ),
    );
    openPage('/dashboard');
    await screen.findByText('$0.10 refunded');
    await screen.findByText('1 of 2 back on the shelf');
    expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(2);
    const payments = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
    expect(payments).toEqual([
      undefined,
      'PaidNot packed$0.10 refunded1 of 2 back on the shelfRefundHistory',
      'RefundedHistory',
      'UnpaidHistory',
      'PaidNothing is left to send2 of 2 back on the shelfRefundHistory',
    ]);
  });
});

describe('my orders', () => {
  it.each([
    ['a part', { ...paid, refundReason: 'The box was torn.' }, ['Paid', '$0.10 refunded', 'The box was torn.']],
    ['all', { ...paid, status: 'refunded', refunded: 20.3, refundReason: 'Lost' }, ['Refunded', 'Lost']],
  ])('say when %s went back, and why', async (_, booking, words) => {
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([booking])));
    openPage('/dashboard/myorders');
    // Beside the plate with how the orders stand, which has a number of those refunded.
    for (const text of words) await screen.findByText(text, { selector: 'main li *' });
  });

  it.each([
    [409, 'The payment of this order is being processed. It cannot be deleted now.'],
    [503, 'The shop cannot do this right now. Please try again in a moment.'],
  ])('say why one cannot be deleted (%i), and keep it', async (status, words) => {
    fakeShop.use(
      http.get('*/booking', () => HttpResponse.json([unpaid])),
      http.delete('*/booking/b1', () => problem(status, words)),
    );
    const user = openPage('/dashboard/myorders');
    await user.click(await screen.findByRole('button', { name: /^Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(words);
    expect(screen.getByRole('button', { name: 'Delete the order of Claw Hammer' })).toBeTruthy();
  });
});
