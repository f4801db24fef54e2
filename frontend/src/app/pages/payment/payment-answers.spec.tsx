import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { pay, payWith, sandboxAnswering, typeIn } from '../../../testing/card-payment.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

describe('a payment whose answer says nothing of the money', () => {
  beforeEach(signInAsShopper);

  const message = "This PaymentIntent's payment_method could not be updated.";
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
  const unknown = /^We do not know yet whether the payment went through/;
  const inquiry = (status: string, options = {}) =>
    http.get(
      '*/sandbox/stripe/v1/payment_intents/pi_1',
      ({ request }) => {
        expect(new URL(request.url).searchParams.get('client_secret')).toBe('pi_1_secret_2');
        return HttpResponse.json({ id: 'pi_1', status });
      },
      options,
    );
  /** What the intent is once it was tried to pay with it. */
  const intent = (status: string) => [inquiry('requires_payment_method', { once: true }), inquiry(status)];
  const lost = http.post('*/payment_intents/pi_1/confirm', () => HttpResponse.error());
  const unavailableStatus = http.get('*/payment_intents/pi_1', () => HttpResponse.error());
  const unavailable = http.post('*/payment_intents/pi_1/confirm', () => HttpResponse.json({}, { status: 503 }));

  it.each([
    ['is lost', lost],
    ['is a proxy’s', unavailable],
    ['speaks to programmers', http.post('*/pi_1/confirm', () => HttpResponse.json({ error }, { status: 400 }))],
  ])('is completed where the provider has taken it: the answer %s', async (_, answer) => {
    sandboxAnswering(200, {});
    fakeShop.use(answer, ...intent('succeeded'));
    await payWith('4242424242424242');
    await screen.findByText('Congrats payment is completed');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Congrats payment is completed'));
    expect(screen.queryByText(message)).toBeNull();
  });

  it('can be made again where the provider has taken nothing', async () => {
    sandboxAnswering(200, {});
    fakeShop.use(lost, ...intent('requires_payment_method'));
    await payWith('4242424242424242');
    const words = await screen.findByText(/^Nothing was taken\./);
    expect(words.getAttribute('role')).toBe('alert');
    expect(words.className).toMatch(/error/);
    expect(await pay()).toHaveProperty('disabled', false);
    fakeShop.use(inquiry('succeeded'));
    await userEvent.click(await pay());
    await screen.findByText('Congrats payment is completed');
  });

  it('is asked after until it is known, and not offered meanwhile', async () => {
    sandboxAnswering(200, {});
    fakeShop.use(lost, inquiry('requires_payment_method', { once: true }), unavailableStatus);
    await payWith('4242424242424242');
    const words = await screen.findByText(unknown);
    expect(words.getAttribute('role')).toBe('alert');
    expect(words.className).not.toMatch(/error/);
    expect(await pay()).toHaveProperty('disabled', true);
    fakeShop.use(inquiry('succeeded'));
    await screen.findByText('Congrats payment is completed');
  });

  it.each([
    ['completed', 'succeeded', 'Congrats payment is completed'],
    ['open again', 'requires_payment_method', 'Nothing was taken. Try again, or pay with another card.'],
  ])('is on its way while the bank deals with it, and then %s', async (_, then, words) => {
    sandboxAnswering(200, {});
    fakeShop.use(lost, ...intent('processing'));
    await payWith('4242424242424242');
    const title = await screen.findByRole('heading', { name: 'Your payment is on its way' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    fakeShop.use(inquiry(then));
    await screen.findByText(words);
  });

  it.each([
    ['succeeded', 'Congrats payment is completed'],
    ['processing', 'Your payment is on its way'],
  ])('is known when the page is opened again: %s', async (status, words) => {
    sandboxAnswering(200, {});
    fakeShop.use(inquiry(status));
    openPage('/dashboard/payment/b1');
    await screen.findByText(words);
    expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull();
  });

  it('is completed when the order says so before the provider does', async () => {
    sandboxAnswering(200, {});
    fakeShop.use(lost, unavailableStatus);
    await payWith('4242424242424242');
    await screen.findByText(unknown);
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, paid: true, status: 'paid' })));
    await screen.findByText('Congrats payment is completed');
  });

  it.each([
    ['canceled', /^It may have been taken back, or have expired because it was not paid\.Look/],
    ['processing', /Should money have been taken for it, it goes back to the card\./],
  ])('leads to the words that the order is gone, where it is: %s', async (status, words) => {
    sandboxAnswering(400, { error });
    fakeShop.use(...intent(status));
    const user = openPage('/dashboard/payment/b1');
    await typeIn(user, '4242424242424242');
    await waitFor(async () => expect(await pay()).toHaveProperty('disabled', false));
    fakeShop.use(http.get('*/booking/:id', () => problem(404, 'No such order')));
    await user.click(await pay());
    const title = await screen.findByRole('heading', { name: 'There is no such order' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    const alert = title.closest('[role=alert]');
    expect(alert?.lastElementChild?.textContent).toMatch(words);
  });

  it('is over where it was called off', async () => {
    sandboxAnswering(200, {});
    fakeShop.use(lost, ...intent('canceled'));
    await payWith('4242424242424242');
    await screen.findByText(/^This payment was called off, and nothing was taken\./);
  });
});
