import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { comeBackOnline } from '../../testing/come-back-online.ts';
import { fakeShop, hammer, problem, shopConfig } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const slow = { timeout: 10_000 };
const quantity = () => screen.findByRole('textbox', { name: 'Quantity' }, { timeout: 10_000 });
const value = (name: string) => screen.getByRole('textbox', { name }).getAttribute('value');
/** Fills in where the order goes. */
async function fillIn(user: UserEvent): Promise<void> {
  await quantity();
  await user.type(screen.getByRole('textbox', { name: /Location/ }), 'Dhaka');
  await user.type(screen.getByRole('textbox', { name: /Phone/ }), '+880 1');
}
const press = (name: string | RegExp) => screen.getByRole('button', { name });

describe('ordering a tool', () => {
  beforeEach(() => void signInAsShopper());

  it('starts at the minimum order, with the buyer filled in', async () => {
    openPage('/tools/t1');
    expect(await quantity()).toHaveProperty('value', '2');
    expect([value('Name'), value('Email'), value('Price')]).toEqual(['Demo Shopper', 'shopper@inventory.dev', '$0.20']);
  });

  it('alerts below the minimum', async () => {
    const user = openPage('/tools/t1');
    await quantity();
    await user.click(press('Decrease'));
    expect(screen.getByText('You have to purchase atleast 2 items').closest('[role=alert]')).toBeTruthy();
    expect(await quantity()).toHaveProperty('value', '2');
  });

  it('increases up to what is available, and the price with it', async () => {
    const user = openPage('/tools/t1');
    await quantity();
    for (const _ of [3, 4, 5, 6]) await user.click(press('Increase'));
    expect(await quantity()).toHaveProperty('value', '5');
    expect(value('Price')).toBe('$0.50');
    expect(screen.getByText('Only 5 left')).toBeTruthy();
  });

  it('takes a typed quantity', async () => {
    const user = openPage('/tools/t1');
    await user.clear(await quantity());
    await user.type(await quantity(), '3');
    await user.tab();
    expect(value('Price')).toBe('$0.30');
  });

  it('asks for a location and a phone', async () => {
    const user = openPage('/tools/t1');
    await quantity();
    await user.click(press('Place the order'));
    expect(screen.getAllByText('Required')).toHaveLength(2);
  });

  it('sends the order and goes on to its payment', async () => {
    let sent: unknown;
    fakeShop.use(
      http.post('*/booking', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 });
      }),
      http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_1' })),
    );
    const user = openPage('/tools/t1');
    await quantity();
    await user.click(press('Increase'));
    await user.type(screen.getByRole('textbox', { name: /Location/ }), 'Dhaka');
    await user.type(screen.getByRole('textbox', { name: /Phone/ }), '+880 1');
    await user.click(press('Place the order'));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1'));
    expect(sent).toEqual({
      toolId: 't1',
      toolName: 'Claw Hammer',
      personEmail: 'shopper@inventory.dev',
      buyerName: 'Demo Shopper',
      location: 'Dhaka',
      phone: '+880 1',
      price: 0.3,
      quantity: 3,
    });
  });

  it('shows what is left and keeps what was typed when somebody was faster', async () => {
    fakeShop.use(http.post('*/booking', () => problem(409, 'Only 1 left')));
    const user = openPage('/tools/t1');
    await quantity();
    await user.type(screen.getByRole('textbox', { name: /Location/ }), 'Dhaka');
    await user.type(screen.getByRole('textbox', { name: /Phone/ }), '+880 1');
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 3 })));
    await user.click(press('Place the order'));
    await screen.findByText('Only 1 left');
    await waitFor(() => expect(screen.getByText('Available').nextSibling?.textContent).toBe('3'));
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'Dhaka');
  });

  it.each(['1.5', '-3', 'many', ''])(
    'leaves a quantity of "%s" as it was typed, says what is wrong, and sends nothing',
    async (typed) => {
      const sent = vi.fn();
      fakeShop.use(http.post('*/booking', sent));
      const user = openPage('/tools/t1');
      await fillIn(user);
      await user.clear(await quantity());
      if (typed) await user.type(await quantity(), typed);
      await user.click(press('Place the order'));
      const field = await quantity();
      expect(field).toHaveProperty('value', typed);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const said = document.getElementById(field.getAttribute('aria-errormessage') ?? '')?.textContent;
      expect(said).toMatch(/^(Must be a whole number|You have to purchase atleast 2 items|Required)$/);
      expect(document.activeElement).toBe(field);
      expect(value('Price')).toBe('–');
      expect(sent).not.toHaveBeenCalled();
    },
  );

  it('shows what the server refuses under its field', async () => {
    const errors = [{ path: 'phone', message: 'Must be a phone number' }];
    const body = { type: 'about:blank', title: 'No', status: 400, errors };
    const headers = { 'Content-Type': 'application/problem+json' };
    fakeShop.use(http.post('*/booking', () => HttpResponse.json(body, { status: 400, headers })));
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Place the order'));
    const phone = screen.getByRole('textbox', { name: /Phone/ });
    const message = await screen.findByText('Must be a phone number');
    expect(phone.getAttribute('aria-describedby')).toContain(message.id);
  });

  it('with nothing to pay is shown among the orders, not to be paid', async () => {
    fakeShop.use(
      http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, PerPrice: 0 })),
      http.post('*/booking', () => HttpResponse.json({ acknowledged: true, insertedId: 'b1' }, { status: 201 })),
    );
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.click(press('Place the order'));
    await screen.findByRole('heading', { name: 'My Orders' }, slow);
    await screen.findByText('Your order is placed', {}, slow);
  });

  it('is not offered when there are too few for an order', async () => {
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 1 })));
    openPage('/tools/t1');
    await screen.findByRole('heading', { name: 'Too few left' }, { timeout: 10_000 });
    screen.getByText(/The smallest order is 2 pieces, and 1 is left\./);
    expect(screen.queryByRole('button', { name: 'Place the order' })).toBeNull();
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

  const isPlaced = () =>
    waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1'), slow);

  it('keeps the form, what was typed and its key while the shop is away', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user);
    const keys = outage();
    await user.click(press('Place the order'));
    await screen.findByText(/cannot be reached/, {}, slow);
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
    await screen.findByText(/cannot be reached/, {}, slow);
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
    await screen.findByText(/cannot be reached/, {}, slow);
    cleanup();

    const sent = recovery({ ...hammer, Available: 0 });
    const again = openPage('/tools/t1');
    await quantity();
    await again.click(press('Place the order'));
    await isPlaced();
    expect(sent).toEqual([[keys[0], expect.objectContaining({ quantity: 2 })]]);
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
      http.get('*/tool', () => HttpResponse.json([{ ...hammer, Available: 0 }, mallet])),
    );
    await user.click(press('Place the order'));
    await screen.findByText('Somebody else was faster.', {}, slow);
    await screen.findByText('Only 0 left');
    const row = await screen.findByRole('region', { name: 'Still on the shelves' }, slow);
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
      http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 3 })),
    );
    await user.click(press('Place the order'));
    await screen.findByText('Somebody else was faster.', {}, slow);
    expect(await quantity()).toHaveProperty('value', '5');
    await user.click(press('Decrease'));
    expect(await quantity()).toHaveProperty('value', '3');
    expect(press('Place the order')).toHaveProperty('disabled', false);
  });
});

describe('a tool nobody is signed in for', () => {
  it('leads to the login', async () => {
    openPage('/tools/t1');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'));
  });
});
