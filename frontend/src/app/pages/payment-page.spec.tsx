import { screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { fakeShop, problem, unpaid } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const slow = { timeout: 10_000 };
const pay = () => screen.findByRole('button', { name: 'Pay $20.00' }, slow);

/** A sandbox that answers a confirmation as told, and an order that becomes paid when an intent succeeds. */
function sandboxAnswering(status: number, answer: object) {
  const seen: { form?: Record<string, string>; authorization?: string | null; outcome?: string } = {};
  let order: Booking = unpaid;
  const succeeded = () => {
    order = { ...unpaid, paid: true, status: 'paid' };
  };
  fakeShop.use(
    http.get('*/booking/:id', () => HttpResponse.json(order)),
    http.post('*/create-payment-intent', () => HttpResponse.json({ clientSecret: 'pi_1_secret_2' })),
    http.get('*/sandbox/stripe/v1/payment_intents/pi_1', () =>
      HttpResponse.json({ id: 'pi_1', status: 'requires_payment_method' }),
    ),
    http.post('*/sandbox/stripe/v1/payment_intents/pi_1/confirm', async ({ request }) => {
      seen.authorization = request.headers.get('Authorization');
      seen.form = Object.fromEntries(new URLSearchParams(await request.text()));
      if ('status' in answer && answer.status === 'succeeded') succeeded();
      return HttpResponse.json(answer, { status });
    }),
    http.post('*/sandbox/stripe/v1/payment_intents/pi_1/authenticate', async ({ request }) => {
      seen.outcome = new URLSearchParams(await request.text()).get('outcome') ?? '';
      if (seen.outcome === 'success') succeeded();
      const failed = {
        status: 'requires_payment_method',
        last_payment_error: {
          type: 'invalid_request_error',
          code: 'payment_intent_authentication_failure',
          message: 'The provided PaymentMethod has failed authentication.',
        },
      };
      return HttpResponse.json(
        seen.outcome === 'success' ? { id: 'pi_1', status: 'succeeded' } : { id: 'pi_1', ...failed },
      );
    }),
  );
  return seen;
}

async function typeIn(user: UserEvent, number: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Card number' }, slow), number);
  await user.type(screen.getByRole('textbox', { name: /Expiry/ }), '1234');
  await user.type(screen.getByRole('textbox', { name: 'CVC' }), '123');
}

async function payWith(number: string) {
  const user = openPage('/dashboard/payment/b1');
  await typeIn(user, number);
  await waitFor(async () => expect(await pay()).toHaveProperty('disabled', false));
  await user.click(await pay());
  return user;
}

describe('paying by card', () => {
  beforeEach(() => {
    signInAsShopper();
    // jsdom has no modal dialogs.
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
    });
  });

  it.each([
    ['paid', 'This order is paid'],
    ['refunded', 'This order was refunded'],
  ] as const)('is not offered for an order that is %s', async (status, words) => {
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, paid: true, status })));
    openPage('/dashboard/payment/b1');
    await screen.findByRole('heading', { name: words }, slow);
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('says of an order that is paid how much of it went back, and why', async () => {
    const part = { ...unpaid, paid: true, status: 'paid', refunded: 5, refundReason: 'The box was torn.' };
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json(part)));
    openPage('/dashboard/payment/b1');
    await screen.findByText(/^\$5\.00 of \$20\.00 went back\./, {}, slow);
    await screen.findByText('The box was torn.');
  });

  it('waits for the client secret', async () => {
    let give: (() => void) | undefined;
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    sandboxAnswering(200, {});
    fakeShop.use(
      http.post('*/create-payment-intent', async () => {
        await given;
        return HttpResponse.json({ clientSecret: 'pi_1_secret_2' });
      }),
    );
    openPage('/dashboard/payment/b1');
    expect(await pay()).toHaveProperty('disabled', true);
    give?.();
    await waitFor(async () => expect(await pay()).toHaveProperty('disabled', false));
  });

  it('is not begun with an answer that is none', async () => {
    fakeShop.use(http.post('*/create-payment-intent', () => HttpResponse.json({})));
    openPage('/dashboard/payment/b1');
    await screen.findByText('The shop could not begin the payment. Please try again in a moment.', {}, slow);
    sandboxAnswering(200, {});
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('textbox', { name: 'Card number' }, slow);
  });

  it('sends the card to the sandbox as Stripe.js would, and shows the order as paid', async () => {
    const seen = sandboxAnswering(200, { id: 'pi_1', status: 'succeeded' });
    await payWith('4242424242424242');
    await screen.findByText('Congrats payment is completed');
    expect(document.activeElement?.textContent).toBe('Congrats payment is completed');
    await screen.findByText('Paid', {}, slow);
    expect(seen.authorization).toBe('Bearer pk_test_1');
    expect(seen.form).toEqual({
      client_secret: 'pi_1_secret_2',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    });
  });

  it("shows the provider's words when the card is declined, and lets one try again", async () => {
    sandboxAnswering(402, { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } });
    await payWith('4000000000000002');
    expect((await screen.findByText('Your card was declined.')).getAttribute('role')).toBe('alert');
    expect(await pay()).toHaveProperty('disabled', false);
    expect(screen.queryByText('Congrats payment is completed')).toBeNull();
  });

  describe('whose answer says nothing of the money', () => {
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
      await screen.findByText('Congrats payment is completed', {}, slow);
      expect(document.activeElement?.textContent).toBe('Congrats payment is completed');
      expect(screen.queryByText(message)).toBeNull();
    });

    it('can be made again where the provider has taken nothing', async () => {
      sandboxAnswering(200, {});
      fakeShop.use(lost, ...intent('requires_payment_method'));
      await payWith('4242424242424242');
      const words = await screen.findByText(/^Nothing was taken\./, {}, slow);
      expect(words.getAttribute('role')).toBe('alert');
      expect(await pay()).toHaveProperty('disabled', false);
      fakeShop.use(inquiry('succeeded'));
      await userEvent.click(await pay());
      await screen.findByText('Congrats payment is completed', {}, slow);
    });

    it('is asked after until it is known, and not offered meanwhile', async () => {
      sandboxAnswering(200, {});
      fakeShop.use(lost, inquiry('requires_payment_method', { once: true }), unavailableStatus);
      await payWith('4242424242424242');
      expect((await screen.findByText(unknown, {}, slow)).getAttribute('role')).toBe('alert');
      expect(await pay()).toHaveProperty('disabled', true);
      fakeShop.use(inquiry('succeeded'));
      await screen.findByText('Congrats payment is completed', {}, slow);
    });

    it.each([
      ['completed', 'succeeded', 'Congrats payment is completed'],
      ['open again', 'requires_payment_method', 'Nothing was taken. Try again, or pay with another card.'],
    ])('is on its way while the bank deals with it, and then %s', async (_, then, words) => {
      sandboxAnswering(200, {});
      fakeShop.use(lost, ...intent('processing'));
      await payWith('4242424242424242');
      const title = await screen.findByRole('heading', { name: 'Your payment is on its way' }, slow);
      expect(document.activeElement).toBe(title);
      expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
      fakeShop.use(inquiry(then));
      await screen.findByText(words, {}, slow);
    });

    it.each([
      ['succeeded', 'Congrats payment is completed'],
      ['processing', 'Your payment is on its way'],
    ])('is known when the page is opened again: %s', async (status, words) => {
      sandboxAnswering(200, {});
      fakeShop.use(inquiry(status));
      openPage('/dashboard/payment/b1');
      await screen.findByText(words, {}, slow);
      expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull();
    });

    it('is completed when the order says so before the provider does', async () => {
      sandboxAnswering(200, {});
      fakeShop.use(lost, unavailableStatus);
      await payWith('4242424242424242');
      await screen.findByText(unknown, {}, slow);
      fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, paid: true, status: 'paid' })));
      await screen.findByText('Congrats payment is completed', {}, slow);
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
      const title = await screen.findByRole('heading', { name: 'There is no such order' }, slow);
      expect(document.activeElement).toBe(title);
      const alert = title.closest('[role=alert]');
      expect(alert?.lastElementChild?.textContent).toMatch(words);
    });

    it('is over where it was called off', async () => {
      sandboxAnswering(200, {});
      fakeShop.use(lost, ...intent('canceled'));
      await payWith('4242424242424242');
      await screen.findByText(/^This payment was called off, and nothing was taken\./, {}, slow);
    });
  });

  describe('of who comes back from a bank or wallet', () => {
    const back =
      '/dashboard/payment/b1?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';
    const statusIs = (status: string) =>
      fakeShop.use(http.get('*/payment_intents/pi_1', () => HttpResponse.json({ id: 'pi_1', status })));

    it.each([
      ['succeeded', 'Congrats payment is completed'],
      ['processing', 'Your payment is on its way'],
      ['requires_payment_method', 'Nothing was taken. Try again, or pay with another card.'],
    ])('is what the provider says, whatever the address does: %s', async (status, words) => {
      sandboxAnswering(200, {});
      statusIs(status);
      openPage(back);
      await screen.findByText(words, {}, slow);
      expect(screen.getByTestId('address').textContent).toBe('/dashboard/payment/b1');
    });

    it('is completed when the shop knows it already', async () => {
      let asked = 0;
      fakeShop.use(
        http.get('*/booking/:id', () =>
          HttpResponse.json(asked > 0 ? { ...unpaid, paid: true, status: 'paid' } : unpaid),
        ),
        http.post('*/create-payment-intent', () => {
          asked += 1;
          return problem(409, 'This order is paid already.');
        }),
      );
      openPage(back);
      await screen.findByText('Congrats payment is completed', {}, slow);
      expect(screen.queryByText('This order is paid already.')).toBeNull();
    });
  });

  it('asks nobody about a card that is incomplete', async () => {
    const seen = sandboxAnswering(200, { id: 'pi_1', status: 'succeeded' });
    await payWith('4242');
    await screen.findByText('Your card number is incomplete.');
    expect(seen.form).toBeUndefined();
  });

  it.each([
    ['Complete', 'success', 'Congrats payment is completed'],
    ['Fail', 'failure', /^Your bank could not confirm that this payment is yours\./],
  ])('asks for authentication: %s', async (button, outcome, words) => {
    const seen = sandboxAnswering(200, { id: 'pi_1', status: 'requires_action' });
    const user = await payWith('4000002500003155');
    const choice = await screen.findByRole('button', { name: button });
    const dialog = choice.closest('dialog');
    await user.click(choice);
    if (dialog?.isConnected) {
      dialog.returnValue = choice.getAttribute('value') ?? '';
      dialog.dispatchEvent(new Event('close'));
    }
    await screen.findByText(words);
    expect(seen.outcome).toBe(outcome);
  });
});
