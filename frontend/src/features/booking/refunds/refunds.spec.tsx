import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { oneOrderPaid, openRefundDialog, paid } from '../../../testing/refund-dialog.ts';

oneOrderPaid();

describe('the refund of an order', () => {
  it('gives back all that is left, unless another amount is typed', async () => {
    const { user, sent, dialog } = await openRefundDialog();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('20.20');
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await screen.findByText('The refund is on its way');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ reason: 'Came broken', restock: 2, shipped: false }]);
  });

  it.each([
    [1, 'Of 1 that was ordered'],
    [2, 'Of 2 that were ordered'],
  ])('says how many pieces there are to put back: %i', async (quantity, words) => {
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, quantity }])));
    const { dialog } = await openRefundDialog();
    dialog.getByText(words);
  });

  it('keeps the focus in its row when the button goes that had it', async () => {
    const { user, dialog } = await openRefundDialog();
    const button = screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper', hidden: true });
    const row = button.closest('tr');
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(document.activeElement).toBe(button));
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([{ ...paid, status: 'refunded', refunded: 20.3 }])));
    await waitFor(() => expect(button.isConnected).toBe(false));
    await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true));
  });

  it('cannot be kept from going by its own button any more once it was sent', async () => {
    const answer = Promise.withResolvers<Response>();
    const { user, dialog } = await openRefundDialog(() => answer.promise);
    await user.type(dialog.getByLabelText(/^Reason/), 'Came broken');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    const keep = dialog.getByRole<HTMLButtonElement>('button', { name: 'Keep it' });
    await waitFor(() => expect(keep.disabled).toBe(true));
    answer.resolve(problem(409, 'It was sent back.'));
    await dialog.findByText('It was sent back.');
    expect(keep.disabled).toBe(false);
  });

  it('gives back a part, and pieces to the shelf', async () => {
    const { user, sent, dialog } = await openRefundDialog();
    await user.clear(dialog.getByLabelText(/^Amount/));
    await user.type(dialog.getByLabelText(/^Amount/), '5.5');
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.clear(dialog.getByLabelText(/^Pieces/));
    await user.type(dialog.getByLabelText(/^Pieces/), '1');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([{ amount: 5.5, reason: 'Late', restock: 1, shipped: false }]));
  });

  it('is not lost half typed by Escape or its cross, unless one says so, and is closed at once by its own button', async () => {
    const { user, dialog } = await openRefundDialog();
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
    const { user, sent, dialog } = await openRefundDialog();
    dialog.getByText('Of 1 still out: 2 of 3 went back before');
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(sent).toEqual([{ reason: 'Late', restock: 1, shipped: false }]));
  });

  it('warns before all pieces go back and money stays with the shop', async () => {
    const warning =
      'All of its pieces go back to the shelf, and $15.20 stays with the shop: nothing is left to send then.';
    const { user, dialog } = await openRefundDialog();
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
    const { user, dialog } = await openRefundDialog(() =>
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

  it('says why it was refused, and keeps what was typed', async () => {
    const words = 'Only $20.20 of this order can go back.';
    const { user, dialog } = await openRefundDialog(() => problem(409, words));
    await user.type(dialog.getByLabelText(/^Reason/), 'Late');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Late');
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
