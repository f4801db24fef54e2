import type { Card } from './card-number.ts';

export type SandboxError = { type: string; code?: string; decline_code?: string; message?: string };

export type SandboxIntent = { id: string; status: string; last_payment_error?: SandboxError | null };

export type SandboxAnswer = { paymentIntent: SandboxIntent } | { error: SandboxError };

/** How long to wait for an answer, in ms. What becomes of a payment without one is asked for afterwards. */
const patienceMs = 30_000;

const noAnswer = { type: 'api_connection_error', message: 'The payment sandbox cannot be reached. Try again.' };

/** The calls that a browser may make with a publishable key, in Stripe's form encoding. */
export function sandboxCalls(publishableKey: string) {
  const authorization = { Authorization: `Bearer ${publishableKey}` };

  async function post(clientSecret: string, call: string, form: Record<string, string>): Promise<SandboxAnswer> {
    return answerTo(`${addressOf(clientSecret)}/${call}`, {
      method: 'POST',
      headers: { ...authorization, 'Idempotency-Key': crypto.randomUUID() },
      body: new URLSearchParams({ client_secret: clientSecret, ...form }),
    });
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
    retrieve: (clientSecret: string) =>
      answerTo(`${addressOf(clientSecret)}?${new URLSearchParams({ client_secret: clientSecret })}`, {
        headers: authorization,
      }),
  };
}

function addressOf(clientSecret: string): string {
  return `/sandbox/stripe/v1/payment_intents/${encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')}`;
}

async function answerTo(address: string, request: RequestInit): Promise<SandboxAnswer> {
  try {
    const response = await fetch(address, { ...request, signal: AbortSignal.timeout(patienceMs) });
    const answer = await response.json();
    // A proxy in between may answer without an error of Stripe's.
    return response.ok ? { paymentIntent: answer } : { error: answer.error ?? noAnswer };
  } catch {
    return { error: noAnswer };
  }
}
