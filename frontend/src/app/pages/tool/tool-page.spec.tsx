import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, fakeLive } from '../../../testing/fake-live.ts';
import { fakeShop, hammer, problem } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fillIn, press, quantity } from '../../../testing/order-form.ts';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const value = (name: string) => screen.getByRole('textbox', { name }).getAttribute('value');

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

  it('asks where it goes before the button that sends it', async () => {
    openPage('/tools/t1');
    const after = (await quantity()).compareDocumentPosition.bind(await quantity());
    const fields = ['Location', 'Phone'].map((name) => screen.getByRole('textbox', { name }));
    for (const field of fields) {
      expect(after(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(field.compareDocumentPosition(press('Place the order'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
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

  it.each([
    ['1.5', 'Must be a whole number'],
    ['many', 'Must be a whole number'],
    ['-3', 'You have to purchase atleast 2 items'],
    ['0', 'You have to purchase atleast 2 items'],
    ['6', 'Only 5 left'],
    ['999999', 'Only 5 left'],
    ['', 'Required'],
  ])('leaves a quantity of "%s" as it was typed, says "%s", and sends nothing', async (typed, message) => {
    const sent = vi.fn();
    fakeShop.use(http.post('*/booking', sent));
    const user = openPage('/tools/t1');
    await fillIn(user);
    await user.clear(await quantity());
    if (typed) await user.type(await quantity(), typed);
    const field = await quantity();
    for (const order of [() => user.type(field, '{Enter}'), () => user.click(press('Place the order'))]) {
      await order();
      expect(field).toHaveProperty('value', typed);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const said = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
      expect(said).toBe(message);
      await waitFor(() => expect(document.activeElement).toBe(field));
      expect(value('Price')).toBe('–');
    }
    expect(sent).not.toHaveBeenCalled();
  });

  it('follows the stock with what it says of a typed quantity: why it is refused, and that it is not any more', async () => {
    fakeShop.use(http.get('*/tool/:id', answers(hammer, 1)));
    const live = fakeLive();
    const user = openPage('/tools/t1', live);
    const field = await quantity();
    await live.let('in');
    await user.clear(field);
    await user.type(field, '7');
    await user.tab();
    const says = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    const isWrong = () => field.getAttribute('aria-invalid') === 'true';
    expect([isWrong(), says()]).toEqual([true, 'Only 5 left']);
    const told = { toolId: 't1', version: 0, retired: false };
    live.tell('tool.changed', { ...told, Available: 4, position: '2' });
    await waitFor(() => expect([isWrong(), says()]).toEqual([true, 'Only 4 left']));
    live.tell('tool.changed', { ...told, Available: 1_234, position: '3' });
    await waitFor(() => expect([isWrong(), says()]).toEqual([false, 'From 2 pieces, 1,234 on the shelf']));
    expect(value('Price')).toBe('$0.70');
  });

  it.each([
    ['-3', 'Increase', '2', 'You have to purchase atleast 2 items'],
    ['999999', 'Decrease', '5', 'Only 5 left'],
    ['abc', 'Decrease', '4', 'Must be a whole number'],
    ['1.5', 'Increase', '4', 'Must be a whole number'],
    ['3', 'Increase', '4', ''],
  ])('steps from a typed "%s" with %s to %s, and says "%s"', async (typed, stepper, stepped, message) => {
    const user = openPage('/tools/t1');
    await quantity();
    for (const _ of [3, 4]) await user.click(press('Increase'));
    await user.clear(await quantity());
    await user.type(await quantity(), typed);
    await user.click(press(stepper));
    const field = await quantity();
    expect(field).toHaveProperty('value', stepped);
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    expect(document.getElementById('quantity-notice')?.textContent).toBe(message);
  });

  it('says what a phone number is, and keeps what is none', async () => {
    const user = openPage('/tools/t1');
    await fillIn(user, 'abc');
    await user.click(press('Place the order'));
    await screen.findByText('A phone number is digits, spaces and + - ( ) . /, with at least 3 digits');
    expect(screen.getByRole('textbox', { name: /Phone/ })).toHaveProperty('value', 'abc');
  });

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
    await screen.findByRole('heading', { name: 'My Orders' });
    await screen.findByText('Your order is placed');
  });

  it('is not offered when there are too few for an order', async () => {
    fakeShop.use(http.get('*/tool/:id', () => HttpResponse.json({ ...hammer, Available: 1 })));
    openPage('/tools/t1');
    await screen.findByRole('heading', { name: 'Too few left' });
    screen.getByText(/The smallest order is 2 pieces, and 1 is left\./);
    expect(screen.queryByRole('button', { name: 'Place the order' })).toBeNull();
  });
});

describe('a tool nobody is signed in for', () => {
  it('leads to the login', async () => {
    openPage('/tools/t1');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'));
  });
});
