import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { OwnFactors } from '../../../../../modules/identity/factors/contract.ts';
import { fakeShop, problem } from '../../../testing/fake-shop.ts';
import { oneOrderPaid, openRefundDialog, paid } from '../../../testing/refund-dialog.ts';
import { shopper } from '../../../testing/signed-in.ts';

oneOrderPaid();

describe('the refund of an order', () => {
  it('is the same refund when its answer was lost, and its pieces are on the shelf meanwhile', async () => {
    const keys: (string | null)[] = [];
    const { user, dialog } = await openRefundDialog();
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
      const { user, dialog } = await openRefundDialog();
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

  it('is the same refund when its answer was lost, also in a dialog that was opened anew', async () => {
    const keys: (string | null)[] = [];
    const { user, dialog } = await openRefundDialog();
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
    const { user, dialog } = await openRefundDialog(() => {
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

  it('stays in doubt where its answer was lost, though nobody is believed who asks for it again', async () => {
    const keys: (string | null)[] = [];
    const { user, dialog } = await openRefundDialog();
    fakeShop.use(
      http.post('*/booking/b1/refund', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1 ? HttpResponse.error() : problem(401, 'Not now.');
      }),
      http.post('*/identity/refresh', () => HttpResponse.json({ idToken: 'id-token', user: shopper })),
    );
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost on its way');
    const refund = dialog.getByRole('button', { name: 'Refund' });
    await user.click(refund);
    await dialog.findByText(/^The shop (cannot|could not) be reached\./);
    await user.click(refund);
    await dialog.findByText('Not now.');
    await user.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
    within(await screen.findByRole('dialog')).getByText(/^This was sent before, and no answer came\./);
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
  });
});
