import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { pay, payWith, sandboxAnswering } from '../../../testing/card-payment.ts';
import { fakeShop, problem, unpaid } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';
import { sayPlaced } from '../cart/say-placed.ts';

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

  it.each(['payment/b1', 'pay?orders=b1,b2'])('has its name while what it is for is fetched: %s', async (address) => {
    document.title = 'Check out · Inventory';
    fakeShop.use(http.get('*/booking/:id', () => new Promise<never>(() => {})));
    openPage(`/dashboard/${address}`);
    await screen.findByRole('status', { name: /^Loading the order/ });
    screen.getByRole('heading', { level: 1, name: 'Payment' });
    await waitFor(() => expect(document.title).toBe('Payment · Inventory'));
  });

  it.each([
    ['paid', 'This order is paid'],
    ['refunded', 'This order was refunded'],
  ] as const)('is not offered for an order that is %s, of which there is a receipt', async (status, words) => {
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, paid: true, status })));
    openPage('/dashboard/payment/b1');
    await screen.findByRole('heading', { name: words });
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    const receipt = screen.getByRole('link', { name: 'See the receipt' });
    expect(receipt.getAttribute('href')).toBe('/dashboard/receipt/b1');
  });

  it('says of an order that is refunded what went back, and not how: it may have been given in another way', async () => {
    const all = { ...unpaid, paid: true, status: 'refunded', refunded: 20 };
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json(all)));
    openPage('/dashboard/payment/b1');
    await screen.findByText('$20.00 went back to you.');
  });

  it('leads to the receipt, and says what happens next, once it is paid', async () => {
    sandboxAnswering(200, { status: 'succeeded' });
    await payWith('4242424242424242');
    await screen.findByRole('heading', { name: 'What happens next' });
    const receipt = await screen.findByRole('link', { name: 'See the receipt' });
    expect(receipt.getAttribute('href')).toBe('/dashboard/receipt/b1');
    screen.getByText('Dhaka', { selector: 'li bdi' });
    await waitFor(() => expect(document.title).toBe('Payment completed · Inventory'));
  });

  it('ends what was said of the order being placed, once it is paid', async () => {
    sandboxAnswering(200, { status: 'succeeded' });
    sayPlaced('Your order is placed');
    await payWith('4242424242424242');
    await screen.findByText('Congrats payment is completed');
    await waitFor(() => expect(screen.queryByText('Your order is placed')).toBeNull(), { timeout: 2_000 });
  });

  it('says of an order that is paid how much of it went back, and why', async () => {
    const part = { ...unpaid, paid: true, status: 'paid', refunded: 5, refundReason: 'The box was torn.' };
    fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json(part)));
    openPage('/dashboard/payment/b1');
    await screen.findByText(/^\$5\.00 of \$20\.00 went back\./);
    await screen.findByText('The box was torn.');
  });

  it.each([
    [1, /^The time to pay is over\. Looking whether the order is still there…$/],
    [60, /^By the clock of this device the time to pay is over\. As long as the order is here, it can be paid\.$/],
  ])(
    'is offered %i minutes after its time, by a clock that may be wrong, for as long as the shop has it',
    async (minutes, said) => {
      const aDay = 24 * 60;
      const at = new Date(Date.now() - (aDay + minutes) * 60_000).toISOString();
      fakeShop.use(http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, at })));
      openPage('/dashboard/payment/b1');
      const timer = await screen.findByRole('timer');
      expect(timer.textContent).toMatch(said);
      await screen.findByRole('button', { name: 'Pay $20.00' });
    },
  );

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
    await screen.findByText('The shop could not begin the payment. Please try again in a moment.');
    sandboxAnswering(200, {});
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('textbox', { name: 'Card number' });
  });

  it('sends the card to the sandbox as Stripe.js would, and shows the order as paid', async () => {
    const seen = sandboxAnswering(200, { id: 'pi_1', status: 'succeeded' });
    await payWith('4242424242424242');
    await screen.findByText('Congrats payment is completed');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Congrats payment is completed'));
    await screen.findByText('Paid');
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

  it.each([
    ['the card is declined', 402, { type: 'card_error', code: 'card_declined' }],
    ['there were too many tries', 429, { type: 'invalid_request_error', code: 'rate_limit' }],
  ])("shows the provider's words when %s, and lets one try again", async (_, status, why) => {
    sandboxAnswering(status, { error: { ...why, message: 'Not with this card, or not now.' } });
    await payWith('4000000000000002');
    expect((await screen.findByText('Not with this card, or not now.')).getAttribute('role')).toBe('alert');
    expect(await pay()).toHaveProperty('disabled', false);
    expect(screen.queryByText('Congrats payment is completed')).toBeNull();
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
      await screen.findByText(words);
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
      await screen.findByText('Congrats payment is completed');
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
