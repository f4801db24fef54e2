import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { fakeShop, unpaid } from './fake-shop.ts';
import { openPage } from './open-page.tsx';

export const pay = () => screen.findByRole('button', { name: 'Pay $20.00' });

/** A sandbox that answers a confirmation as told, and an order that becomes paid when an intent succeeds. */
export function sandboxAnswering(status: number, answer: object) {
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

export async function typeIn(user: UserEvent, number: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Card number' }), number);
  await user.type(screen.getByRole('textbox', { name: /Expiry/ }), '1234');
  await user.type(screen.getByRole('textbox', { name: 'CVC' }), '123');
}

export async function payWith(number: string) {
  const user = openPage('/dashboard/payment/b1');
  await typeIn(user, number);
  await waitFor(async () => expect(await pay()).toHaveProperty('disabled', false));
  await user.click(await pay());
  return user;
}
