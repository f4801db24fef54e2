import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { accountDeleted } from '../../../../../modules/identity/words/contract.ts';
import { addToCart } from '../../../features/cart/cart-lines.ts';
import { deviceCart, keepCart } from '../../../lib/device/device-cart.ts';
import { deletedByHand, forgetAccess, storeAccess } from '../../../lib/session/access-token.ts';
import { signedOutByHand } from '../../../lib/session/session.ts';
import { answers, fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, hammer, problem } from '../../../testing/fake-shop.ts';
import { answered, openPage } from '../../../testing/open-page.tsx';
import { fakeToken, shopper, signInAsShopper, signOutInAnotherTab, somebodyElse } from '../../../testing/signed-in.ts';

const lines = (count: number, of: string) =>
  Array.from({ length: count }, (_, at) => ({ toolId: `${of}${at}`, quantity: 2 }));

/** The account's cart, as the shop keeps it. */
function account(first: readonly object[]) {
  let kept = first;
  fakeShop.use(
    http.get('*/cart', () => HttpResponse.json({ lines: kept })),
    http.put('*/cart', async ({ request }) => {
      kept = ((await request.json()) as { lines: object[] }).lines;
      return HttpResponse.json({ acknowledged: true, lines: kept });
    }),
  );
  return (next = kept) => {
    kept = next;
    return kept;
  };
}

describe('the cart', () => {
  beforeEach(() => keepCart({ who: '', lines: [{ toolId: 't1', quantity: 2, seen: hammer.PerPrice }] }));

  it('says at once that others took the pieces, that the price is another, and that it is not sold any more', async () => {
    let tool: Tool = hammer;
    let position = 1;
    fakeShop.use(http.get('*/tool/:id', () => answers(tool, position)()));
    const live = fakeLive();
    openPage('/mycart', live);
    await screen.findByText('$0.10 each, from 2 pieces');
    await live.let('in');
    await waitFor(() => expect(live.said.at(-1)).toEqual(['watch', ['t1']]));
    const told = (next: Partial<Tool>) => {
      tool = { ...tool, ...next };
      position += 1;
      const { Available, version, retired } = tool;
      live.tell('tool.changed', { toolId: 't1', Available, version, retired, position: String(position) });
    };
    told({ Available: 0 });
    await screen.findByText('Sold out');
    expect(screen.getByRole('button', { name: 'Check out' })).toHaveProperty('disabled', true);
    told({ Available: 5, PerPrice: 0.3, version: 1 });
    await screen.findByText('A piece was $0.10 before; it is $0.30 now.');
    await within(screen.getByRole('region', { name: 'Sum' })).findByText('$0.60');
    told({ retired: true });
    await screen.findByText('No longer sold');
    screen.getByText('is no longer sold, and left out when you check out.');
    expect(screen.getByRole('link', { name: 'Claw Hammer' }).getAttribute('href')).toBe('/tools/t1');
  });

  describe('with a quantity of which the price is too large to be exact', () => {
    const dear = { ...hammer, PerPrice: 100_000, MinimumOrder: 1 };
    const shelf = (Available: number) =>
      fakeShop.use(http.get('*/tool/:id', ({ params: { id } }) => HttpResponse.json({ ...dear, _id: id, Available })));
    const inCart = (quantity: number, ...toolIds: string[]) =>
      keepCart({ who: '', lines: toolIds.map((toolId) => ({ toolId, quantity, seen: dear.PerPrice })) });

    it.each([
      ['there are not as many', 5, 'Only 5 left'],
      ['there are as many', 1_000_000_000, 'So many cost too much to be ordered'],
    ])('can be changed, where %s', async (_, available, words) => {
      shelf(available);
      inCart(1_000_000_000, 't1');
      const user = openPage('/mycart');
      await screen.findByText(words);
      const field = screen.getByRole('textbox', { name: 'Pieces of Claw Hammer' });
      await user.clear(field);
      await user.type(field, '3{Enter}');
      await within(screen.getByRole('region', { name: 'Sum' })).findByText('$300,000.00');
      expect(screen.queryByText(words)).toBeNull();
    });

    it('of all lines together, says so and orders nothing', async () => {
      shelf(1_000_000_000);
      inCart(150_000_000, 't1', 't2');
      openPage('/mycart');
      await screen.findByText('All of it together costs too much to be ordered at once.');
      expect(screen.getByRole('button', { name: 'Check out' })).toHaveProperty('disabled', true);
      expect(screen.getAllByText('$15,000,000,000,000.00')).toHaveLength(2);
    });
  });

  it('stays as it is while a tool is fetched that another tab has put in', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    fakeShop.use(
      http.get('*/tool/:id', async ({ params: { id } }) => {
        if (id === 't2') await asked;
        return HttpResponse.json({ ...hammer, _id: id, name: id === 't2' ? 'Hand Saw' : hammer.name });
      }),
    );
    openPage('/mycart');
    const first = await screen.findByRole('link', { name: 'Claw Hammer' });
    act(() => keepCart({ who: '', lines: [...deviceCart().lines, { toolId: 't2', quantity: 2 }] }));
    await screen.findByRole('link', { name: 'Cart, 2' });
    expect(first.isConnected).toBe(true);
    expect(screen.queryByRole('status', { name: 'Loading the cart' })).toBeNull();
    answer();
    await screen.findByRole('link', { name: 'Hand Saw' });
    expect(first.isConnected).toBe(true);
  });

  it('orders the rest of what is in it when some of that is no longer sold, and lets that be taken out and put back', async () => {
    fakeShop.use(
      http.get('*/tool/:id', ({ params: { id } }) =>
        HttpResponse.json({ ...hammer, _id: id, name: `Tool ${id}`, retired: id !== 't1' }),
      ),
    );
    const before = ['t0', 't1', 't2'].map((toolId) => ({ toolId, quantity: 2, seen: hammer.PerPrice }));
    keepCart({ who: '', lines: before });
    const user = openPage('/mycart');
    await screen.findByText(/^2 tools are no longer sold/);
    expect(screen.getByRole('link', { name: 'Log in to check out' })).toBeDefined();
    await within(screen.getByRole('region', { name: 'Sum' })).findByText('$0.20');
    await user.click(screen.getByRole('button', { name: 'Take them out' }));
    await waitFor(() => expect(deviceCart().lines).toEqual([before[1]]));
    screen.getByText(/^2 tools were removed/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(deviceCart().lines).toEqual(before));
    // And not the body, to which it falls with the button.
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it.each([
    ['nobody', '', () => forgetAccess()],
    ['somebody else', somebodyElse.email, () => storeAccess(fakeToken(somebodyElse), somebodyElse)],
  ])('does not offer what was removed from one person’s to the next: %s', async (_, email, come) => {
    signInAsShopper();
    account([{ toolId: 't1', quantity: 2 }]);
    const user = openPage('/mycart');
    await user.click(await screen.findByText(/^Remove/));
    await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(deviceCart()).toEqual({ who: shopper.email, lines: [] }));
    act(come);
    await waitFor(() => expect(deviceCart()).toEqual({ who: email, lines: [] }));
    await answered();
    await screen.findByText('Your cart is empty');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says what may have become of it where another device empties it, also after a reload, until somebody changes it', async () => {
    signInAsShopper();
    const kept = account([{ toolId: 't1', quantity: 2 }]);
    const live = fakeLive();
    openPage('/mycart', live);
    await waitFor(() => expect(deviceCart()).toMatchObject({ who: shopper.email, lines: [{ toolId: 't1' }] }));
    await live.let('in');
    kept([]);
    live.tell('booking.placed', { bookingId: 'b7', position: '7' });
    const words = 'What was in it has been ordered, or was taken out on another device.';
    const said = await screen.findByText(words, undefined, { timeout: 5_000 });
    expect(said.closest('[role=alert]')).toBeTruthy();
    screen.getByRole('link', { name: 'Look at my orders' });
    cleanup();
    openPage('/mycart');
    expect((await screen.findByText(words)).closest('[role=alert]')).toBeNull();
    act(() => addToCart('t1', 2, hammer.PerPrice));
    const user = userEvent.setup();
    await user.click(await screen.findByText(/^Remove/));
    await screen.findByText(/^What you put in stays here/);
  });

  it('says that its person signed out in another tab, where it goes with them', async () => {
    signInAsShopper();
    account([{ toolId: 't1', quantity: 2 }]);
    const user = openPage('/mycart');
    await waitFor(() => expect(deviceCart()).toMatchObject({ who: shopper.email, lines: [{ toolId: 't1' }] }));
    act(() => signOutInAnotherTab(signedOutByHand));
    await screen.findByText('Your cart is empty');
    screen.getByText('You signed out in another tab.');
    // Nothing that was put in is here any more.
    expect(screen.queryByText(/stays here/)).toBeNull();
    screen.getByText('The cart of your account is here again once you log in.');
    const [login, shelves] = within(screen.getByRole('main')).getAllByRole('link');
    expect(login?.textContent).toBe('Login');
    expect([shelves?.textContent, shelves?.dataset.variant]).toEqual(['Browse the shelves', 'default']);
    await user.click(login as HTMLElement);
    await screen.findByRole('heading', { name: 'Login' });
    act(() => signInAsShopper());
    await screen.findByRole('heading', { level: 1, name: 'Cart' });
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it.each([
    ['in another tab', deletedByHand, () => signOutInAnotherTab(deletedByHand)],
    ['elsewhere', accountDeleted, () => forgetAccess(accountDeleted)],
  ])('promises no cart of an account that was deleted %s', async (_, words, end) => {
    signInAsShopper();
    account([{ toolId: 't1', quantity: 2 }]);
    openPage('/mycart');
    await waitFor(() => expect(deviceCart()).toMatchObject({ who: shopper.email }));
    act(end);
    await screen.findByText(words);
    await screen.findByText(/^What you put in stays here/);
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Login' })).toBeNull();
  });

  it('shows a tool that there is no more, and lets it be removed', async () => {
    fakeShop.use(http.get('*/tool/:id', () => problem(404, 'There is no such tool.')));
    const user = openPage('/mycart');
    await screen.findByText('No longer sold');
    screen.getByText('There is nothing here to order.');
    expect(screen.getByRole('button', { name: 'Check out' })).toHaveProperty('disabled', true);
    await user.click(screen.getByText(/^Remove/));
    await screen.findByText('Your cart is empty');
  });

  it('loses nothing of two carts that are too much for one, and says so', async () => {
    signInAsShopper();
    fakeShop.use(http.get('*/tool/:id', ({ params }) => HttpResponse.json({ ...hammer, _id: params.id })));
    const kept = account(lines(49, 'a'));
    keepCart({ who: '', lines: lines(3, 'd') });
    const user = openPage('/mycart');
    await screen.findByText(/^A cart has room for 50 tools\. 2 tools that you put in here are kept/);
    await waitFor(() => expect(kept()).toHaveLength(50));
    expect(screen.queryByText(/^Put/)).toBeNull();
    await user.click(screen.getAllByText(/^Remove/)[0] as HTMLElement);
    await user.click(await screen.findByText('Put 1 in'));
    await screen.findByText(/One tool that you put in/);
    await waitFor(() => expect(kept()).toContainEqual({ toolId: 'd1', quantity: 2 }));
    // With the price that was seen, where the tools were answered before the account.
    expect(deviceCart().left).toMatchObject([{ toolId: 'd2', quantity: 2 }]);
    await user.click(screen.getByText('Forget it'));
    expect(screen.queryByText(/^A cart has room/)).toBeNull();
  });

  it('of an account that this device has not seen is no empty one while it is fetched', async () => {
    signInAsShopper();
    keepCart({ who: '', lines: [] });
    const asked = Promise.withResolvers<void>();
    account([{ toolId: 't1', quantity: 2 }]);
    fakeShop.use(http.get('*/cart', () => asked.promise));
    openPage('/mycart');
    await screen.findByRole('status', { name: 'Loading the cart' });
    await answered();
    expect(screen.queryByText('Your cart is empty')).toBeNull();
    asked.resolve();
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it('is drawn in as many lines as before while it waits for the rest, where the account’s is empty', async () => {
    signInAsShopper();
    keepCart({ who: '', lines: [] });
    account([]);
    const asked = Promise.withResolvers<void>();
    fakeShop.use(http.get('*/config', () => asked.promise));
    openPage('/mycart');
    const loading = within(await screen.findByRole('status', { name: 'Loading the cart' }));
    await waitFor(() => expect(deviceCart().who).toBe(shopper.email));
    expect(loading.getAllByRole('listitem')).toHaveLength(2);
    asked.resolve();
    await screen.findByText('Your cart is empty');
  });

  it('says that it could not be fetched where the account’s is not to be had, and tries again when asked to', async () => {
    signInAsShopper();
    keepCart({ who: '', lines: [] });
    account([{ toolId: 't1', quantity: 2 }]);
    fakeShop.use(http.get('*/cart', () => problem(503, 'The shop is not ready yet.')));
    const user = openPage('/mycart');
    await screen.findByRole('heading', { name: 'The cart could not be fetched' });
    screen.getByText('The shop is not ready yet.');
    expect(screen.queryByText('Your cart is empty')).toBeNull();
    account([{ toolId: 't1', quantity: 2 }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Claw Hammer' });
  });

  it('keeps what another device has put into the account’s cart since, when a number is changed here', async () => {
    signInAsShopper();
    fakeShop.use(
      http.get('*/tool/:id', ({ params: { id } }) => HttpResponse.json({ ...hammer, _id: id, name: `${id}` })),
    );
    keepCart({ who: shopper.email, lines: [{ toolId: 't1', quantity: 2 }] });
    const kept = account([{ toolId: 't1', quantity: 2 }]);
    openPage('/mycart');
    await screen.findByRole('button', { name: 'More of t1' });
    await waitFor(() => expect(deviceCart().lines[0]?.seen).toBe(hammer.PerPrice));
    // At once, so that this device cannot hear of the one before the other.
    kept([...kept(), { toolId: 't9', quantity: 3 }]);
    fireEvent.click(screen.getByRole('button', { name: 'More of t1' }));
    await waitFor(() => expect(kept()).toContainEqual({ toolId: 't1', quantity: 3 }));
    expect(kept()).toEqual([
      { toolId: 't1', quantity: 3 },
      { toolId: 't9', quantity: 3 },
    ]);
    await screen.findByRole('button', { name: 'More of t9' });
  });

  it('keeps the focus at the buttons beside a number, also at one that goes no further', async () => {
    const user = openPage('/mycart');
    const field = await screen.findByLabelText<HTMLInputElement>('Pieces of Claw Hammer');
    const more = screen.getByRole('button', { name: 'More of Claw Hammer' });
    await user.clear(field);
    await user.type(field, '4');
    await user.tab();
    expect(document.activeElement).toBe(more);
    await user.keyboard('{Enter}');
    expect(field.value).toBe('5');
    expect(more.getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect([field.value, document.activeElement]).toEqual(['5', more]);
    await user.keyboard('{Shift>}{Tab}{Tab}{/Shift}{Enter}');
    expect(field.value).toBe('4');
  });

  it.each([
    ['1,0', 'Must be a whole number'],
    ['2.5', 'Must be a whole number'],
    ['0x10', 'Must be a whole number'],
    ['1e2', 'Must be a whole number'],
    ['', 'Required'],
    ['0', 'You have to purchase atleast 2 items'],
    ['-3', 'You have to purchase atleast 2 items'],
    ['1000000001', 'Must be at most 1,000,000,000'],
  ])('keeps %j as a quantity, says what is wrong with it, and checks out with no other number', async (text, why) => {
    const user = openPage('/mycart');
    const field = await screen.findByLabelText<HTMLInputElement>('Pieces of Claw Hammer');
    await user.clear(field);
    if (text !== '') await user.type(field, text);
    await user.click(screen.getByText(/heck out$/));
    await screen.findByText(why);
    expect(field.value).toBe(text);
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    expect(screen.getByTestId('address').textContent).toBe('/mycart');
    expect(screen.getByRole('button', { name: 'Check out' })).toHaveProperty('disabled', true);
    expect(deviceCart().lines).toMatchObject([{ toolId: 't1', quantity: 2 }]);
    // A button goes on from the last number that counted, and so does another number.
    await user.click(screen.getByRole('button', { name: 'More of Claw Hammer' }));
    expect(field.value).toBe('3');
    expect(screen.queryByText(why)).toBeNull();
    await user.clear(field);
    await user.type(field, ' 4{Enter}');
    expect(field.value).toBe('4');
    await user.click(screen.getByRole('link', { name: /heck out$/ }));
    expect(screen.getByTestId('address').textContent).not.toBe('/mycart');
    expect(deviceCart().lines).toMatchObject([{ toolId: 't1', quantity: 4 }]);
  });

  it.each([
    ['999999', 'Only 5 left'],
    ['1', 'You have to purchase atleast 2 items'],
  ])('says at the field why %s cannot be had, and nothing of what a card pays for them', async (text, why) => {
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, PerPrice: 14.5 })));
    const user = openPage('/mycart');
    const field = await screen.findByLabelText<HTMLInputElement>('Pieces of Claw Hammer');
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
    await screen.findByText(why);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    const sum = within(screen.getByRole('region', { name: 'Sum' }));
    sum.getByText('$0.00');
    sum.getByText(/^One line cannot be ordered/);
    expect(sum.queryByText(/^A card pays/)).toBeNull();
    await user.clear(field);
    await user.type(field, '4{Enter}');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    expect(field.getAttribute('aria-describedby')).toBeNull();
    sum.getByText('$58.00');
  });

  it('says of what came from the account, too, that its price is another than was shown here', async () => {
    signInAsShopper();
    let tool: Tool = hammer;
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json(tool)));
    account([{ toolId: 't1', quantity: 2 }]);
    keepCart({ who: '', lines: [] });
    openPage('/mycart');
    await screen.findByText('$0.10 each, from 2 pieces');
    await waitFor(() => expect(deviceCart().lines[0]?.seen).toBe(0.1));
    cleanup();
    tool = { ...hammer, PerPrice: 0.3, version: 1 };
    openPage('/checkout');
    await screen.findByText('A piece was $0.10 before; it is $0.30 now.');
  });
});
