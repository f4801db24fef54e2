import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, problem, shopConfig } from '../../../testing/fake-shop.ts';
import { paid } from '../../../testing/open-order.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const receipt = () => screen.queryByRole('article', { name: 'Receipt of order B1' });

describe('a receipt', () => {
  beforeEach(() => {
    signInAsShopper();
    fakeShop.use(http.get('*/booking/b1', () => HttpResponse.json(paid)));
  });

  it('can be asked for again where the shop’s currency alone was not to be had', async () => {
    fakeShop.use(http.get('*/config', () => problem(503, 'Please try again in a moment.')));
    const user = openPage('/dashboard/receipt/b1');
    await screen.findByText('The receipt could not be fetched');
    fakeShop.use(http.get('*/config', () => HttpResponse.json(shopConfig)));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(receipt()).not.toBeNull());
    expect(screen.queryByText('The receipt could not be fetched')).toBeNull();
  });

  it('goes with its order', async () => {
    const live = fakeLive();
    openPage('/dashboard/receipt/b1', live);
    await waitFor(() => expect(receipt()).not.toBeNull());
    fakeShop.use(http.get('*/booking/b1', () => problem(404, 'There is no such order.')));
    await live.let('in');
    await screen.findByRole('heading', { name: 'There is no such order' });
    screen.getByRole('link', { name: 'Look at my orders' });
    expect(receipt()).toBeNull();
  });
});
