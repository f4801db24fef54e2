import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutBody } from '../../../../../modules/booking/checkouts/contract.ts';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { deviceCart, keepCart } from '../../../lib/device/device-cart.ts';
import { forgetIntents } from '../../../lib/idempotency/kept-pending.ts';
import { unansweredCheckout } from '../../../lib/idempotency/unanswered-checkout.ts';
import { answers, fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, hammer, problem, unpaid } from '../../../testing/fake-shop.ts';
import { answered, openPage } from '../../../testing/open-page.tsx';
import { shopper, signInAsShopper } from '../../../testing/signed-in.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const address = () => screen.getByTestId('address').textContent;
const inCart = (...toolIds: string[]) =>
  keepCart({ who: shopper.email, lines: toolIds.map((toolId) => ({ toolId, quantity: 2, seen: hammer.PerPrice })) });

type Sent = { readonly key: string | null; readonly body: CheckoutBody };

/** Answers in turn; `lost`: nothing comes back. */
function answering(...answers: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  fakeShop.use(
    http.get('*/cart', () => HttpResponse.json({ lines: deviceCart().lines })),
    http.put('*/cart', () => HttpResponse.json({ acknowledged: true, lines: [] })),
    http.get('*/tool/:id', ({ params: { id } }) => HttpResponse.json({ ...hammer, _id: id, name: `Tool ${id}` })),
    http.post('*/checkout', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: (await request.json()) as CheckoutBody });
      return answers[sent.length - 1]?.() ?? problem(500, 'Asked too often');
    }),
  );
  return sent;
}
const lost = () => HttpResponse.error();
const placed = () => HttpResponse.json({ acknowledged: true, insertedIds: ['b7'], price: 0.2 }, { status: 201 });

function orders(...found: { toolId: string; quantity: number; price: number; location: string; phone: string }[]) {
  const made = found.map((one, at) => ({ ...unpaid, ...one, _id: `b${at}`, checkoutId: 'c1' }));
  fakeShop.use(http.get('*/booking', ({ request }) => HttpResponse.json(request.url.endsWith('limit=1') ? [] : made)));
}

async function orderOnce(location: string) {
  const user = openPage('/checkout');
  await user.type(await screen.findByRole('textbox', { name: /Location/ }), location);
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '12345');
  await user.click(await button(/^Order for/));
  await button('Send it again');
  return user;
}
const slip = () => screen.getByRole('region', { name: 'What you ordered' });

describe('who leaves the checkout before it is answered', () => {
  it('stays there with what they type, and is told that it is placed', async () => {
    forgetIntents();
    signInAsShopper();
    inCart('t1');
    answering();
    const answer = Promise.withResolvers<void>();
    fakeShop.use(http.post('*/checkout', () => answer.promise.then(placed)));
    const user = openPage('/checkout');
    await user.type(await screen.findByRole('textbox', { name: /Location/ }), 'Old Place 1');
    await user.type(screen.getByRole('textbox', { name: /Phone/ }), '12345');
    await user.click(await button(/^Order for/));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(await screen.findByRole('link', { name: 'Add a Review' }));
    await user.type(await screen.findByRole('textbox', { name: /^Review/ }), 'Half of it');
    answer.resolve();
    await screen.findByText('Your order is placed: see My Orders');
    expect(address()).toBe('/dashboard/review');
    expect(screen.getByRole('textbox', { name: /^Review/ })).toHaveProperty('value', 'Half of it');
    await user.click(screen.getByRole('link', { name: 'Home' }));
    await user.click(await button('Leave'));
    await user.click(await screen.findByRole('link', { name: 'Claw Hammer' }));
    expect(await screen.findByRole('textbox', { name: /Location/ })).toHaveProperty('value', '');
  });
});

describe('a checkout without an answer', () => {
  beforeEach(() => {
    forgetIntents();
    signInAsShopper();
    inCart('t1', 't2');
  });

  it('is shown as it was sent, whatever is in the cart by now, and is sent like that', async () => {
    const sent = answering(lost, placed);
    const user = await orderOnce('Old Place 1');
    inCart('t3');
    within(slip()).getByText('$0.40');
    await within(slip()).findByText('Tool t1');
    within(slip()).getByText('Tool t2');
    expect(screen.queryByText('Tool t3')).toBeNull();
    expect(screen.queryByRole('textbox', { name: /Location|Phone/ })).toBeNull();
    screen.getByText('Old Place 1');
    await user.click(await button('Send it again'));
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b7'));
    expect(sent[1]).toEqual(sent[0]);
    expect(deviceCart().lines.map(({ toolId }) => toolId)).toEqual(['t3']);
    // By which other tabs know why the rest is gone.
    expect(deviceCart().ordered).toBe('b7');
  });

  it('leaves in the cart what was put in again since', async () => {
    answering(lost, placed);
    const user = await orderOnce('Old Place 1');
    keepCart({ who: shopper.email, lines: [{ toolId: 't1', quantity: 5 }] });
    await user.click(await button('Send it again'));
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b7'));
    expect(deviceCart().lines).toMatchObject([{ toolId: 't1', quantity: 5 }]);
  });

  it('is not given up when it was placed', async () => {
    const sent = answering(lost);
    const user = await orderOnce('Old Place 1');
    orders(...(sent[0]?.body.lines ?? []).map((line) => ({ ...line, location: 'Old Place 1', phone: '12345' })));
    await user.click(await button('Give it up'));
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b0,b1'));
    expect(deviceCart().lines).toEqual([]);
    expect(sent).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Home' }));
    await user.click(await screen.findByRole('link', { name: 'Claw Hammer' }));
    expect(await screen.findByRole('textbox', { name: /Location/ })).toHaveProperty('value', '');
  });

  it('waits for it no longer once its orders were seen among one’s orders', async () => {
    const sent = answering(lost);
    await orderOnce('Old Place 1');
    orders(...(sent[0]?.body.lines ?? []).map((line) => ({ ...line, location: 'Old Place 1', phone: '12345' })));
    cleanup();
    openPage('/dashboard/myorders');
    await screen.findAllByText('Claw Hammer');
    expect(unansweredCheckout()).toBeUndefined();
  });

  it('is not said to be of another device where it took what was in the cart', async () => {
    answering(lost);
    await orderOnce('Old Place 1');
    fakeShop.use(http.get('*/cart', () => HttpResponse.json({ lines: [] })));
    cleanup();
    openPage('/mycart');
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByText('What was in it has been ordered, or was taken out on another device.');
    screen.getByRole('link', { name: 'Look at my orders' });
  });

  it('is kept while nobody can tell whether it was placed', async () => {
    answering(lost);
    const user = await orderOnce('Old Place 1');
    fakeShop.use(http.get('*/booking', () => HttpResponse.error()));
    await user.click(await button('Give it up'));
    await screen.findByText(/(cannot|could not) be reached/);
    await button('Send it again');
  });

  it('leaves the keyboard at the page, when it comes and when it gives way', async () => {
    answering(lost, placed);
    const user = await orderOnce('Old Place 1');
    const heading = () => screen.getByRole('heading', { name: 'Check out' });
    await button('Send it again');
    await waitFor(() => expect(document.activeElement).toBe(heading()));
    orders({ toolId: 't1', quantity: 2, price: 0.2, location: 'Old Place 1', phone: '12345' });
    inCart('t3');
    (await button('Give it up')).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('textbox', { name: /Location/ });
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  it('leaves the keyboard at the page where there is nothing to order instead, or no longer', async () => {
    answering(lost);
    const user = await orderOnce('Old Place 1');
    const nothing = () => screen.findByRole('heading', { name: 'There is nothing to check out' });
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([])));
    act(() => inCart());
    (await button('Give it up')).focus();
    await user.keyboard('{Enter}');
    const heading = await nothing();
    await waitFor(() => expect(document.activeElement).toBe(heading));
    act(() => inCart('t3'));
    (await screen.findByRole('textbox', { name: /Phone/ })).focus();
    act(() => inCart());
    const again = await nothing();
    await waitFor(() => expect(document.activeElement).toBe(again));
  });

  it('gives way to the cart as it is, under the same key, so that only one of the two can come', async () => {
    const sent = answering(lost, placed);
    const user = await orderOnce('Old Place 1');
    orders({ toolId: 't1', quantity: 2, price: 0.2, location: 'Old Place 1', phone: '12345' });
    inCart('t3');
    await user.click(await button('Give it up'));
    const location = await screen.findByRole('textbox', { name: /Location/ });
    expect(location).toHaveProperty('value', 'Old Place 1');
    await user.clear(location);
    await user.type(location, 'New Place 2');
    await user.click(await button('Order for $0.20'));
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b7'));
    expect(sent[1]).toEqual({
      key: sent[0]?.key,
      body: { lines: [{ toolId: 't3', quantity: 2, price: 0.2 }], location: 'New Place 2', phone: '12345' },
    });
  });

  it('goes to pay the one that was given up where it came after all', async () => {
    const sent = answering(lost, () => problem(409, 'This Idempotency-Key was used before with another request.'));
    const user = await orderOnce('Old Place 1');
    fakeShop.use(http.get('*/booking', () => HttpResponse.json([])));
    await user.click(await button('Give it up'));
    await button(/^Order for/);
    orders(...(sent[0]?.body.lines ?? []).map((line) => ({ ...line, location: 'Old Place 1', phone: '12345' })));
    inCart('t3');
    await user.click(await button('Order for $0.20'));
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b0,b1'));
    expect(deviceCart().lines.map(({ toolId }) => toolId)).toEqual(['t3']);
  });

  it('shows the cart again once it is refused, and why', async () => {
    answering(lost, () =>
      HttpResponse.json(
        { title: 'No', status: 409, detail: 'Not all of it', errors: [{ path: 'lines.1', message: 'Only 1 left' }] },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    );
    const user = await orderOnce('Old Place 1');
    await user.click(await button('Send it again'));
    await screen.findByText('Only 1 left');
    await button(/^Order for/);
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'Old Place 1');
  });
});

describe('a checkout that others were faster than', () => {
  beforeEach(() => {
    forgetIntents();
    signInAsShopper();
    inCart('t1');
  });

  it('says nothing of the sort of what one has ordered oneself, which is the last there is', async () => {
    const answer = Promise.withResolvers<void>();
    answering();
    let tool: Tool = { ...hammer, _id: 't1', Available: 2 };
    let position = 1;
    fakeShop.use(
      http.get('*/tool/:id', () => answers(tool, position)()),
      http.post('*/checkout', async () => {
        await answer.promise;
        return placed();
      }),
    );
    const live = fakeLive();
    const user = openPage('/checkout', live);
    await user.type(await screen.findByRole('textbox', { name: /Location/ }), 'Place 1');
    await user.type(screen.getByRole('textbox', { name: /Phone/ }), '12345');
    await live.let('in');
    await user.click(await button(/^Order for/));
    // The notice of it comes before its own answer.
    tool = { ...tool, Available: 0 };
    position += 1;
    const notice = { toolId: 't1', Available: 0, version: 0, retired: false, position: String(position) };
    const shown = screen.getByRole('region', { name: 'What you order' });
    const said = new Set([shown.textContent]);
    const seen = new MutationObserver(() => {
      said.add(shown.textContent);
      const emptied = screen.queryByRole('heading', { name: 'There is nothing to check out' });
      if (emptied) said.add(emptied.textContent);
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
    live.tell('tool.changed', notice);
    await answered();
    answer.resolve();
    await waitFor(() => expect(address()).toBe('/dashboard/pay?orders=b7'));
    seen.disconnect();
    expect([...said]).toEqual(['2 × Claw Hammer$0.20Total $0.20Change the cart']);
  });

  it('forgets what was refused when the pieces are back', async () => {
    answering(() => {
      tool = { ...tool, Available: 0 };
      return HttpResponse.json(
        { title: 'No', status: 409, detail: 'Not all of it', errors: [{ path: 'lines.0', message: 'Only 0 left' }] },
        { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
      );
    });
    let tool: Tool = { ...hammer, _id: 't1' };
    let position = 1;
    fakeShop.use(http.get('*/tool/:id', () => answers(tool, position)()));
    const live = fakeLive();
    const user = openPage('/checkout', live);
    await user.type(await screen.findByRole('textbox', { name: /Location/ }), 'Place 1');
    await user.type(screen.getByRole('textbox', { name: /Phone/ }), '12345');
    await live.let('in');
    await user.click(await button(/^Order for/));
    await screen.findByText('Sold out');
    await screen.findByText('Not all of it');
    // The button cannot be pressed any more.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check out' })));
    tool = { ...tool, Available: 5 };
    position += 1;
    live.tell('tool.changed', { toolId: 't1', Available: 5, version: 0, retired: false, position: String(position) });
    await waitFor(() => expect(screen.queryByText('Sold out')).toBeNull());
    await waitFor(() => expect(screen.queryByText('Not all of it')).toBeNull());
    expect(screen.queryByText('Only 0 left')).toBeNull();
  });
});

describe('a checkout or a cart of which all was ordered', () => {
  /** What another tab keeps of the cart is told by an event of the browser's. */
  const otherTab = (lines: object[], ordered?: string) =>
    act(() => {
      localStorage.setItem('cart', JSON.stringify({ who: shopper.email, lines, ordered }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    });
  beforeEach(() => {
    forgetIntents();
    signInAsShopper();
    inCart('t1');
    answering();
  });

  it.each([
    ['/checkout', 'There is nothing to check out', 'What was in your cart has been ordered.'],
    ['/mycart', 'Your cart is empty', 'What was in it has been ordered.'],
  ])('says that it was ordered there, and leads to it: %s', async (page, title, words) => {
    openPage(page);
    await screen.findAllByText(/Tool t1/);
    otherTab([], 'b7');
    await screen.findByRole('heading', { name: title });
    screen.getByText(words);
    expect(screen.getByRole('link', { name: 'Look at my orders' }).getAttribute('href')).toBe('/dashboard/myorders');
  });

  it.each([
    ['/checkout', 'What was in your cart has been ordered.'],
    ['/mycart', 'What was in it has been ordered.'],
  ])('says so also to whoever comes later, and leads there first: %s', async (page, words) => {
    otherTab([], 'b7');
    openPage(page);
    await screen.findByText(words);
    const [next, shelves] = within(screen.getByRole('main')).getAllByRole('link');
    expect([next?.textContent, next?.dataset.variant]).toEqual(['Look at my orders', 'filled']);
    expect([shelves?.textContent, shelves?.dataset.variant]).toEqual(['Browse the shelves', 'default']);
  });

  it('says nothing of an order where the rest was only taken out, whatever was ordered before', async () => {
    otherTab([{ toolId: 't1', quantity: 2 }], 'b7');
    const user = openPage('/mycart');
    await user.click(await screen.findByText(/^Remove/));
    await screen.findByText(/^What you put in stays here/);
    expect(screen.queryByRole('link', { name: 'Look at my orders' })).toBeNull();
  });
});

describe('a checkout that cannot be ordered as it is', () => {
  const dear = { PerPrice: 100_000, Available: 1_000_000_000 };

  it.each([
    ['of a line there are too few', {}, 2_000, 'One line cannot be ordered as it is. Change or remove it first.'],
    ['all of it costs too much', dear, 150_000_000, 'All of it together costs too much to be ordered at once.'],
  ])('says so at its button: %s', async (_, tool, quantity, words) => {
    forgetIntents();
    signInAsShopper();
    answering();
    fakeShop.use(http.get('*/tool/:id', ({ params: { id } }) => HttpResponse.json({ ...hammer, ...tool, _id: id })));
    const seen = { ...hammer, ...tool }.PerPrice;
    const lines = [quantity, tool === dear ? quantity : 2].map((pieces, at) => ({
      toolId: `t${at}`,
      quantity: pieces,
      seen,
    }));
    keepCart({ who: shopper.email, lines });
    openPage('/checkout');
    const order = await button(/^Order for/);
    expect(order).toHaveProperty('disabled', true);
    const why = document.getElementById(order.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent?.trim()).toBe(words);
  });
});
