import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pages } from '../../../modules/kernel/wire/page-addresses.ts';
import { fakeShop, hammer, unpaid } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { signInAsShopper } from '../testing/signed-in.ts';

const nothing = 'This hook is empty';

/** An address of the list, with something in the place of its parameters. */
const visited = (address: string) =>
  address.replace(':slug', 'interview-answers').replace(':id', 'b1').replace(':email', 'a@b.cd');

describe('an address of the browser', () => {
  beforeEach(() => {
    fakeShop.use(
      http.get('*/user/:email', () => HttpResponse.json({ _id: 'u1', name: 'Demo', email: 'shopper@inventory.dev' })),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
    );
  });

  it.each(Object.entries(pages))('of the list is a page: %s', async (name, address) => {
    if (name !== 'login' && name !== 'signup') signInAsShopper();
    openPage(visited(address));
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1));
    expect(screen.queryByText(nothing)).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe(visited(address));
  });

  it('that is in no list says so', async () => {
    openPage('/no/such/page');
    await screen.findByText(nothing);
  });
});

describe('another page of a list', () => {
  it('begins at the list, with the eye and the keyboard, also while it is on its way', async () => {
    signInAsShopper();
    const arrived = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/history/types', () => HttpResponse.json({ types: [] })),
      http.get('*/history', async ({ request }) => {
        if (new URL(request.url).searchParams.has('after')) await arrived.promise;
        return HttpResponse.json([], { headers: { Link: '</history?after=7>; rel="next"' } });
      }),
    );
    const begun = vi.spyOn(Element.prototype, 'scrollIntoView');
    const user = openPage('/dashboard/history');
    (await screen.findByRole('link', { name: 'Older events' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('status', { name: 'Loading the history' });
    const list = screen.getByRole('region', { name: 'The list' });
    await waitFor(() => expect(begun.mock.contexts).toEqual([list]));
    expect(document.activeElement).toBe(list);
    arrived.resolve();
    await screen.findByText('There is nothing older than this.');
    expect(document.activeElement).toBe(list);
  });

  it('begins at the list of orders as soon, older or newer', async () => {
    signInAsShopper();
    const arrived = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/booking', async ({ request }) => {
        const isOlder = new URL(request.url).searchParams.has('after');
        if (isOlder) await arrived.promise;
        const order = { ...unpaid, buyerName: isOlder ? 'Early Bird' : 'Late Comer' };
        return HttpResponse.json([order], { headers: isOlder ? {} : { Link: '</booking?after=c1>; rel="next"' } });
      }),
    );
    const begun = vi.spyOn(Element.prototype, 'scrollIntoView');
    const user = openPage('/dashboard');
    (await screen.findByRole('link', { name: 'Older orders' })).focus();
    const list = screen.getByRole('region', { name: 'The list' });
    await user.keyboard('{Enter}');
    await screen.findByRole('status', { name: 'Loading the orders' });
    await waitFor(() => expect(begun.mock.contexts).toEqual([list]));
    expect(document.activeElement).toBe(list);
    arrived.resolve();
    await screen.findByRole('cell', { name: 'Early Bird' });
    expect(document.activeElement).toBe(list);
    await user.click(screen.getByRole('link', { name: 'Newer orders' }));
    await screen.findByRole('cell', { name: 'Late Comer' });
    await waitFor(() => expect(begun.mock.contexts).toEqual([list, list]));
    expect(document.activeElement).toBe(list);
  });

  it.each([
    ['products', '/dashboard/products', 'Products'],
    ['people', '/dashboard/allusers', 'Users'],
  ])('begins at the list, of %s too', async (_, address, name) => {
    signInAsShopper();
    const headers = { Link: '</?after=c1>; rel="next"' };
    const cameAt = '2026-01-02T12:04:05.000Z';
    const buyer = { _id: 'u2', name: 'Demo Buyer', email: 'buyer@inventory.dev', cameAt, orders: 1 };
    fakeShop.use(
      http.get('*/products', () => HttpResponse.json([hammer], { headers })),
      http.get('*/user', () => HttpResponse.json([buyer], { headers })),
    );
    const begun = vi.spyOn(Element.prototype, 'scrollIntoView');
    const user = openPage(address);
    const list = await screen.findByRole('region', { name });
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(begun.mock.contexts).toEqual([list]));
    expect(document.activeElement).toBe(list);
  });
});
