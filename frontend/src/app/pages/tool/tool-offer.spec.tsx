import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeAccess } from '../../../lib/session/access-token.ts';
import { answerTo } from '../../../testing/answer-to.ts';
import { comeBackOnline } from '../../../testing/come-back-online.ts';
import { fakeShop, hammer, problem, shopConfig, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fillIn, press, quantity } from '../../../testing/order-form.ts';
import { pressTwice } from '../../../testing/press-twice.ts';
import { fakeToken, signInAsShopper, somebodyElse } from '../../../testing/signed-in.ts';

describe('who buys again', () => {
  beforeEach(() => void signInAsShopper());

  it.each([
    ['as many as before', '4', '4'],
    ['as many as are left', `${hammer.Available + 5}`, `${hammer.Available}`],
    ['as few as one may, of what is no number', 'many', '2'],
    ['as few as one may, of fewer', '1', '2'],
  ])('begins with %s', async (_, asked, begins) => {
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json(hammer)));
    openPage(`/tools/t1?quantity=${asked}`);
    expect(await quantity()).toHaveProperty('value', begins);
  });
});

describe('who types a quantity of which the price is too large to be exact', () => {
  it('is told so at the field, and goes on typing', async () => {
    signInAsShopper();
    const dear = { ...hammer, PerPrice: 100_000, Available: 1_000_000_000 };
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json(dear)));
    const user = openPage('/tools/t1');
    const field = await quantity();
    await user.clear(field);
    await user.type(field, '1000000000');
    await screen.findByText('So many cost too much to be ordered');
    await user.clear(field);
    await user.type(field, '3');
    await waitFor(() => expect(screen.getByLabelText('Price')).toHaveProperty('value', '$300,000.00'));
    expect(screen.queryByText('So many cost too much to be ordered')).toBeNull();
  });
});

describe('who presses twice in the same moment', () => {
  it('orders once, and is told of it once', async () => {
    signInAsShopper();
    const keys: (string | null)[] = [];
    fakeShop.use(
      http.post('*/booking', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
      }),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
    );
    const user = openPage('/tools/t1');
    await quantity();
    // What checks the form is there from then on, and makes one of two presses no more.
    await user.click(press('Place the order'));
    await screen.findAllByText('Required');
    await fillIn(user);
    pressTwice(press('Place the order'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1'));
    await screen.findByText('Your order is placed');
    expect(screen.getAllByText('Your order is placed')).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });
});

describe('who goes elsewhere before their order is answered', () => {
  function answeredLate() {
    signInAsShopper();
    const answer = Promise.withResolvers<void>();
    fakeShop.use(
      http.post('*/booking', async () => {
        await answer.promise;
        return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
      }),
    );
    return answer;
  }

  it('stays there with what they type, and is told that it is placed', async () => {
    const answer = answeredLate();
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Place the order'));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(await screen.findByRole('link', { name: 'Add a Review' }));
    const review = await screen.findByRole('textbox', { name: /^Review/ });
    await user.type(review, 'Half of it');
    answer.resolve();
    await screen.findByText('Your order is placed: see My Orders');
    expect(screen.getByRole('textbox', { name: /^Review/ })).toHaveProperty('value', 'Half of it');
  });

  it('leaves what is told of it, and the way to pay for it, to nobody who has signed in since', async () => {
    const answer = answeredLate();
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Place the order'));
    act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
    await answerTo('/booking', answer.resolve);
    expect(screen.queryByText(/^Your order is placed/)).toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('/tools/t1');
  });
});

describe('an order whose answer is lost', () => {
  beforeEach(() => void signInAsShopper());

  /** Everything is away; the keys of the orders that were sent meanwhile. */
  function outage(): (string | null)[] {
    const keys: (string | null)[] = [];
    fakeShop.use(
      http.post('*/booking', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.error();
      }),
      http.get('*/tool/:id', () => HttpResponse.error()),
      http.get('*/config', () => HttpResponse.error()),
    );
    return keys;
  }

  /** The shop is back, and takes orders. */
  function recovery(tool = hammer): unknown[] {
    const sent: unknown[] = [];
    fakeShop.use(
      http.post('*/booking', async ({ request }) => {
        sent.push([request.headers.get('Idempotency-Key'), await request.json()]);
        return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
      }),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
      http.get('*/tool/:id', () => HttpResponse.json(tool)),
      http.get('*/config', () => HttpResponse.json(shopConfig)),
    );
    return sent;
  }

  const isPlaced = () => waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1'));

  it('keeps the form, what was typed and its key while the shop is away', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user);
    const keys = outage();
    await user.click(press('Place the order'));
    await screen.findByText(/(cannot|could not) be reached/);
    await comeBackOnline();
    await screen.findByText(/^Connection lost/);
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'Dhaka');
    const sent = recovery();
    await user.click(press('Place the order'));
    await isPlaced();
    expect(sent).toEqual([[keys[0], expect.objectContaining({ location: 'Dhaka', phone: '+880 1' })]]);
  });

  it('is the same order again after a reload, also when the price is another', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Increase'));
    const keys = outage();
    await user.click(press('Place the order'));
    await screen.findByText(/(cannot|could not) be reached/);
    cleanup();

    const sent = recovery({ ...hammer, PerPrice: 0.5 });
    const again = openPage('/tools/t1');
    expect(await quantity()).toHaveProperty('value', '3');
    await screen.findByText('An order that you sent got no answer.');
    await again.click(press('Place the order'));
    await isPlaced();
    expect(sent).toEqual([[keys[0], expect.objectContaining({ location: 'Dhaka', quantity: 3, price: 0.3 })]]);
  });

  it('can be asked after when it took the last pieces itself', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user);
    const keys = outage();
    await user.click(press('Place the order'));
    await screen.findByText(/(cannot|could not) be reached/);
    cleanup();

    const sent = recovery({ ...hammer, Available: 0 });
    const again = openPage('/tools/t1');
    await quantity();
    await again.click(press('Place the order'));
    await isPlaced();
    expect(sent).toEqual([[keys[0], expect.objectContaining({ quantity: 2 })]]);
  });
});

describe('an order whose answer is lost, and that was placed', () => {
  beforeEach(() => void signInAsShopper());
  const notice = 'An order that you sent got no answer.';
  const placed = { ...unpaid, phone: '+880 1' };

  /** Loses the first answer. The keys of the orders that were sent. */
  async function loseAnswer() {
    const keys: (string | null)[] = [];
    fakeShop.use(
      http.post('*/booking', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        if (keys.length === 1) return HttpResponse.error();
        return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
      }),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
    );
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Place the order'));
    await screen.findByText(notice);
    return { user, keys };
  }

  it.each([
    ['is another order once it was seen among one’s orders', [placed], false],
    [
      'is still awaited when the list shows an older one like it',
      [{ ...placed, at: '2020-01-02T03:04:05.000Z' }],
      true,
    ],
    ['is still awaited when the list shows another quantity', [{ ...placed, quantity: 3 }], true],
  ])('%s', async (_, orders, isAwaited) => {
    const { user, keys } = await loseAnswer();
    fakeShop.use(http.get('*/booking', () => HttpResponse.json(orders)));
    await user.click(screen.getByRole('link', { name: 'your orders' }));
    await screen.findByRole('button', { name: 'Delete the order of Claw Hammer' });
    cleanup();

    const again = openPage('/tools/t1');
    await quantity();
    expect(screen.queryByText(notice) !== null).toBe(isAwaited);
    if (!isAwaited) await fillIn(again);
    await again.click(press('Place the order'));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0] === keys[1]).toBe(isAwaited);
  });

  it('and deleted is not said to be placed, and can be ordered anew', async () => {
    const { user, keys } = await loseAnswer();
    fakeShop.use(http.get('*/booking/:id', () => problem(404, 'No such order')));
    await user.click(press('Place the order'));
    await screen.findByText(/^That order was placed, and has been deleted or has expired since\./);
    expect(screen.getByTestId('address').textContent).toBe('/tools/t1');
    expect(screen.queryByText(notice)).toBeNull();
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json(placed)));
    await user.click(press('Place the order'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('who loses the race for the last pieces', () => {
  beforeEach(() => void signInAsShopper());

  it('is told so, keeps what was typed, and sees what is like it', async () => {
    const mallet = { ...hammer, _id: 't2', name: 'Rubber Hammer' };
    const user = openPage('/tools/t1');
    await fillIn(user);
    fakeShop.use(
      http.post('*/booking', () => problem(409, 'Only 0 left')),
      http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 0 })),
      http.get('*/tool/t1/related', () => HttpResponse.json([mallet, { ...hammer, _id: 't3', Available: 0 }])),
    );
    await user.click(press('Place the order'));
    await screen.findByText('Somebody else was faster.');
    const [atQuantity, atButton] = screen.getAllByText('Sold out');
    expect(atButton?.closest('[role=alert]')).toBeTruthy();
    // On a phone the button stands at the bottom of the window, and of what stands above it there this alone may be in sight.
    expect(screen.getByLabelText('Quantity').getAttribute('aria-describedby')).toBe(atQuantity?.id);
    expect(screen.queryByText('Only 0 left')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Somebody else was faster.'));
    const row = await screen.findByRole('region', { name: 'Still on the shelves' });
    expect(
      within(row)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Rubber Hammer']);
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'Dhaka');
    expect(press('Place the order')).toHaveProperty('disabled', true);
  });

  it('can take what is left', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user);
    for (const _ of [3, 4, 5]) await user.click(press('Increase'));
    fakeShop.use(
      http.post('*/booking', () => problem(409, 'Only 3 left')),
      http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 3, PerPrice: 0.2 })),
    );
    await user.click(press('Place the order'));
    await screen.findByText('Somebody else was faster.');
    screen.getByText(/a piece was \$0.10, and is \$0.20 now/);
    expect(screen.getAllByText(/What you typed/)).toHaveLength(1);
    expect(await quantity()).toHaveProperty('value', '5');
    await user.click(press('Decrease'));
    expect(await quantity()).toHaveProperty('value', '3');
    expect(press('Place the order')).toHaveProperty('disabled', false);
  });
});
