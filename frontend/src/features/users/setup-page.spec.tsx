import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeShop, shopConfig } from '../../testing/fake-shop.ts';
import { answered, openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const isUnclaimed = () =>
  fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, unclaimed: true })));
const isAdmin = () => fakeShop.use(http.get('*/admin/:email', () => HttpResponse.json({ admin: true })));
const isEmpty = () => fakeShop.use(http.get('*/tool', () => HttpResponse.json([])));

describe('the setting up of a shop', () => {
  beforeEach(() => void signInAsShopper());

  it('asks for the code as long as there is no admin', async () => {
    isUnclaimed();
    openPage('/setup');
    await screen.findByRole('textbox', { name: 'Code' });
  });

  it('says that it is done where there is one, with a way on', async () => {
    openPage('/setup');
    await screen.findByRole('heading', { level: 1, name: 'This shop is set up' });
    await waitFor(() => expect(document.title).toContain('This shop is set up'));
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
    expect(screen.getByRole('link', { name: 'To the shop' }).getAttribute('href')).toBe('/');
  });

  it('leads an admin to the orders', async () => {
    isAdmin();
    openPage('/setup');
    expect((await screen.findByRole('link', { name: 'To the orders' })).getAttribute('href')).toBe('/dashboard');
  });

  it.each([
    ['who stays', '/dashboard', true],
    ['nobody who has gone elsewhere meanwhile', '/timing', false],
  ])('leads to the orders %s, once there is an answer', async (_, leads, stays) => {
    isUnclaimed();
    const answer = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    fakeShop.use(
      http.post('*/setup', async () => {
        asked.resolve();
        await answer.promise;
        isAdmin();
        return HttpResponse.json({ acknowledged: true });
      }),
    );
    const user = openPage('/setup');
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), 'ABCD-EFGH-JKLM');
    await user.click(screen.getByRole('button', { name: 'Become the admin' }));
    await asked.promise;
    if (!stays) await user.click(screen.getAllByRole('link', { name: 'Our Timings' })[0] as HTMLElement);
    answer.resolve();
    await answered();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(leads));
  });
});

describe('the shelves of a shop that has nothing yet', () => {
  it('lead its owner to the setting up', async () => {
    isEmpty();
    isUnclaimed();
    openPage('/');
    expect((await screen.findByRole('link', { name: 'Is this your shop? Set it up' })).getAttribute('href')).toBe(
      '/setup',
    );
  });

  it('lead an admin to the first product', async () => {
    void signInAsShopper();
    isEmpty();
    isAdmin();
    openPage('/');
    const link = await screen.findByRole('link', { name: 'Add the first product' });
    expect(link.getAttribute('href')).toBe('/dashboard/manageproducts');
    expect(screen.queryByRole('link', { name: /Set it up/ })).toBeNull();
  });
});
