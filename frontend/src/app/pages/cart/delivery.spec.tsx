import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MyAddress } from '../../../../../modules/users/addresses/contract.ts';
import { forgetAccess, storeAccess } from '../../../lib/session/access-token.ts';
import { answerTo } from '../../../testing/answer-to.ts';
import { fakeShop, hammer, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { press, quantity } from '../../../testing/order-form.ts';
import { fakeToken, shopper, signInAsShopper, somebodyElse } from '../../../testing/signed-in.ts';

const location = () => screen.getByRole('textbox', { name: /Location/ });
const phone = () => screen.getByRole('textbox', { name: /Phone/ });
const part = (name: string) => screen.getByLabelText(name);
const values = () => [location(), phone()].map((field) => (field as HTMLInputElement).value);

const address = { street: '12 Mirpur Road', postcode: '1216', city: 'Dhaka', country: 'BD', phone: '+880 1' };
const profile = { location: 'Khulna', phone: '+880 2' };

function knows(known: MyAddress, orders: object[] = []): void {
  fakeShop.use(
    http.get('*/me/address', () => HttpResponse.json(known)),
    http.get('*/booking', () => HttpResponse.json(orders)),
  );
}

function takesOrders(): { orders: unknown[]; saved: unknown[] } {
  const sent: { orders: unknown[]; saved: unknown[] } = { orders: [], saved: [] };
  fakeShop.use(
    http.post('*/booking', async ({ request }) => {
      sent.orders.push(await request.json());
      return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
    }),
    http.put('*/me/address', async ({ request }) => {
      sent.saved.push(await request.json());
      return HttpResponse.json({ acknowledged: true, modifiedCount: 1 });
    }),
    http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
  );
  return sent;
}

async function isSaidAsError(words: string): Promise<void> {
  const toast = (await screen.findByText(words)).closest<HTMLElement>('[data-toast]');
  expect(toast?.outerHTML).toContain('var(--mantine-color-error)');
}

/** Leaves the tool's page by a link, and comes back to it by another. */
async function lookAtAnotherPage(user: UserEvent, tool = hammer): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(await screen.findByRole('link', { name: tool.name }));
  await quantity();
}

/** Sends an order elsewhere than the profile says, to be saved for the next ones; it is answered once that is called for. */
async function ordersToAnotherAddress(): Promise<{ user: UserEvent; answer: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  fakeShop.use(
    http.post('*/booking', async () => {
      await promise;
      return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
    }),
  );
  const user = openPage('/tools/t1');
  await quantity();
  await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
  await user.click(press('By street, city and country'));
  await user.type(part('City'), 'Sylhet');
  await user.type(part('Country'), 'Bangladesh');
  await user.click(screen.getByRole('checkbox', { name: /next orders/ }));
  await user.click(press('Place the order'));
  return { user, answer: resolve };
}

describe('where an order goes', () => {
  beforeEach(() => void signInAsShopper());

  it.each([
    ['the saved address', { address, profile }, [unpaid], ['12 Mirpur Road, Dhaka 1216, Bangladesh', '+880 1']],
    ['the last order', { profile }, [unpaid], ['Dhaka', '1']],
    ['the profile', { profile }, [], ['Khulna', '+880 2']],
    ['nothing', {}, [], ['', '']],
  ])('begins with %s', async (_, known, orders, shown) => {
    knows(known, orders);
    openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()).toEqual(shown));
  });

  it('is ordered with one press where it is known', async () => {
    knows({ address });
    const sent = takesOrders();
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()[1]).toBe('+880 1'));
    await user.click(press('Place the order'));
    await waitFor(() => expect(sent.orders).toHaveLength(1));
    expect(sent.orders[0]).toMatchObject({ location: '12 Mirpur Road, Dhaka 1216, Bangladesh', phone: '+880 1' });
    expect(sent.saved).toEqual([]);
  });

  it('is what somebody has typed, also after a look at another page, until it is ordered', async () => {
    knows({ profile });
    const sent = takesOrders();
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
    await user.type(location(), ', Road 7');
    await lookAtAnotherPage(user);
    await waitFor(() => expect(values()).toEqual(['Khulna, Road 7', '+880 2']));
    await user.click(press('Place the order'));
    await waitFor(() => expect(sent.orders).toMatchObject([{ location: 'Khulna, Road 7' }]));
    await lookAtAnotherPage(user);
    await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
  });

  it.each([
    ['another page', false],
    ['the next form, which has begun with it', true],
  ])(
    'is forgotten, and saved where that is wished, once an order is answered to who looks at %s',
    async (_, isNext) => {
      knows({ profile });
      const sent = takesOrders();
      const saw = { ...hammer, _id: 't2', name: 'Hand Saw' };
      fakeShop.use(
        http.get('*/tool', () => HttpResponse.json([hammer, saw])),
        http.get('*/tool/t2', () => HttpResponse.json(saw)),
      );
      const { user, answer } = await ordersToAnotherAddress();
      if (isNext) await lookAtAnotherPage(user, saw);
      else await user.click(screen.getByRole('link', { name: 'Home' }));
      answer();
      await screen.findByText('Your order is placed: see My Orders');
      await waitFor(() => expect(sent.saved).toMatchObject([{ city: 'Sylhet', phone: '+880 2' }]));
      if (isNext) expect(values()).toEqual(['Khulna, Sylhet, Bangladesh', '+880 2']);
      await lookAtAnotherPage(user);
      await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
    },
  );

  it('is saved with no account but that of whoever has ordered', async () => {
    knows({ profile });
    const sent = takesOrders();
    const { user, answer } = await ordersToAnotherAddress();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    act(() => forgetAccess());
    act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
    await answerTo('/booking', answer);
    expect(sent.saved).toEqual([]);
  });

  it('stays taken out for who looks at another page', async () => {
    knows({ profile });
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
    await user.clear(location());
    await lookAtAnotherPage(user);
    await waitFor(() => expect(values()).toEqual(['', '+880 2']));
  });

  it('leaves alone what somebody has typed before it was known', async () => {
    const answer = Promise.withResolvers<void>();
    fakeShop.use(
      http.get('*/me/address', async () => {
        await answer.promise;
        return HttpResponse.json({ address });
      }),
    );
    const user = openPage('/tools/t1');
    await quantity();
    await user.type(location(), 'Sylhet');
    answer.resolve();
    await waitFor(() => expect(values()).toEqual(['Sylhet', '+880 1']));
    expect(document.activeElement).toBe(location());
  });

  it('is there as it was typed after the login that an ended session led to, for the same person alone', async () => {
    knows({ profile });
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
    await user.clear(location());
    await user.type(location(), '7 Typed Street');
    const least = (await quantity()).getAttribute('value');
    await user.click(press('Increase'));
    const wanted = (await quantity()).getAttribute('value');
    expect(wanted).not.toBe(least);
    act(() => forgetAccess('The session is over.'));
    await screen.findByRole('heading', { name: 'Login' });
    await screen.findByText('The session is over. What you filled in is kept until you log in again.');
    act(() => void signInAsShopper());
    await quantity();
    await waitFor(() => expect(values()).toEqual(['7 Typed Street', '+880 2']));
    expect((await quantity()).getAttribute('value')).toBe(wanted);
    act(() => forgetAccess('The session is over.'));
    await screen.findByRole('heading', { name: 'Login' });
    const other = { ...shopper, uid: 'u2', email: 'other@inventory.dev' };
    act(() => storeAccess(fakeToken({ email: other.email }), other));
    await quantity();
    await waitFor(() => expect(values()).toEqual(['Khulna', '+880 2']));
  });

  it('is written by its parts, which are saved when one wishes', async () => {
    const sent = takesOrders();
    const user = openPage('/tools/t1');
    await quantity();
    await user.type(location(), '7 Lake Road');
    await user.click(press('By street, city and country'));
    expect(part('Street and number')).toHaveProperty('value', '7 Lake Road');
    await user.type(part('City'), 'Dhaka');
    await user.type(part('Country'), 'bangladesh');
    expect(values()[0]).toBe('7 Lake Road, Dhaka, Bangladesh');
    await user.type(phone(), '+880 3');
    await user.click(screen.getByRole('checkbox', { name: 'Save it for my next orders' }));
    await user.click(press('Place the order'));
    const saved = { street: '7 Lake Road', city: 'Dhaka', country: 'BD', phone: '+880 3' };
    await waitFor(() => expect(sent.saved).toEqual([saved]));
    expect(sent.orders[0]).toMatchObject({ location: '7 Lake Road, Dhaka, Bangladesh' });
  });

  it('is not ordered while what is to be saved is not whole, and says what is missing', async () => {
    const sent = takesOrders();
    const user = openPage('/tools/t1');
    await quantity();
    await user.type(location(), '7 Lake Road');
    await user.type(phone(), '+880 3');
    await user.click(press('By street, city and country'));
    await user.type(part('City'), 'Dhaka');
    await user.type(part('Country'), 'Atlantis');
    await user.click(screen.getByRole('checkbox', { name: 'Save it for my next orders' }));
    await user.click(press('Place the order'));
    await screen.findByText('Choose a country from the list');
    expect(document.activeElement).toBe(part('Country'));
    expect(sent.orders).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Save it for my next orders' }));
    await user.click(press('Place the order'));
    await waitFor(() => expect(sent.orders).toHaveLength(1));
    expect(sent.saved).toEqual([]);
  });

  it('can be forgotten', async () => {
    knows({ address });
    const removed = vi.fn(() => HttpResponse.json({ acknowledged: true, modifiedCount: 1 }));
    fakeShop.use(http.delete('*/me/address', removed));
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()[1]).toBe('+880 1'));
    await user.click(press('By street, city and country'));
    expect(part('Country')).toHaveProperty('value', 'Bangladesh');
    await user.click(press('Forget the saved one'));
    await screen.findByText('Your address is saved no longer');
    expect(removed).toHaveBeenCalledOnce();
  });

  it('is said as what went wrong, where it could not be forgotten or saved', async () => {
    knows({ address });
    takesOrders();
    const away = () => problem(503, 'Please try again in a moment.');
    fakeShop.use(http.delete('*/me/address', away), http.put('*/me/address', away));
    const user = openPage('/tools/t1');
    await quantity();
    await waitFor(() => expect(values()[1]).toBe('+880 1'));
    await user.click(press('By street, city and country'));
    await user.click(press('Forget the saved one'));
    await isSaidAsError('Your address could not be removed');
    await user.click(screen.getByRole('checkbox', { name: 'Save it for my next orders' }));
    await user.click(press('Place the order'));
    await isSaidAsError('Your address could not be saved');
  });
});
