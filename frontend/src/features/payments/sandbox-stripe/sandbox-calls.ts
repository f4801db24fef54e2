import type { Card } from './card-number.ts';

export type SandboxError = { type: string; code?: string; decline_code?: string; message?: string };

export type SandboxIntent = { id: string; status: string; last_payment_error?: SandboxError | null };

export type SandboxAnswer = { paymentIntent: SandboxIntent } | { error: SandboxError };

const noAnswer = { type: 'api_connection_error', message: 'The payment sandbox cannot be reached. Try again.' };

/** The two calls that a browser may make with a publishable key, in Stripe's form encoding. */
export function sandboxCalls(publishableKey: string) {
  async function post(clientSecret: string, call: string, form: Record<string, string>): Promise<SandboxAnswer> {
    const id = clientSecret.split('_secret_')[0] ?? '';
    try {
      const response = await fetch(`/sandbox/stripe/v1/payment_intents/${encodeURIComponent(id)}/${call}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${publishableKey}`, 'Idempotency-Key': crypto.randomUUID() },
        body: new URLSearchParams({ client_secret: clientSecret, ...form }),
      });
      const answer = await response.json();
      return response.ok ? { paymentIntent: answer } : { error: answer.error };
    } catch {
      return { error: noAnswer };
    }
  }

  return {
    confirm: (clientSecret: string, card: Card) =>
      post(clientSecret, 'confirm', {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': card.number,
        'payment_method_data[card][exp_month]': String(Number(card.expMonth)),
        'payment_method_data[card][exp_year]': card.expYear,
        'payment_method_data[card][cvc]': card.cvc,
      }),
    authenticate: (clientSecret: string, outcome: 'success' | 'failure') =>
      post(clientSecret, 'authenticate', { outcome }),
  };
}
