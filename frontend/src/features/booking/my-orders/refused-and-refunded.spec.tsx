import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { oneOrderPaid, paid } from '../../../testing/refund-dialog.ts';

oneOrderPaid();

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
