import type { Stripe } from '@stripe/stripe-js';
import { askForAuthentication } from './authentication-dialog.ts';
import { problemOf } from './card-number.ts';
import { type SandboxAnswer, type SandboxError, sandboxCalls } from './sandbox-calls.ts';
import { confirmableOf, sandboxElements } from './sandbox-elements.ts';

/** Stripe.js for the shop's own payment sandbox: the same calls, no other host. */
export function sandboxStripe(publishableKey: string): Stripe {
  const calls = sandboxCalls(publishableKey);

  /** Cards need no other page to go to, so nobody is ever sent to `return_url`. */
  async function confirmPayment({ elements }: { elements?: unknown }): Promise<SandboxAnswer> {
    const { clientSecret, typed } = confirmableOf(elements) ?? {};
    if (!clientSecret || !typed) return refused('There is nothing to pay with.');
    const card = typed.card();
    const problem = problemOf(card);
    if (problem) return { error: problem };

    const answer = await calls.confirm(clientSecret, card);
    if ('error' in answer || answer.paymentIntent.status !== 'requires_action') return answer;
    const outcome = await askForAuthentication(typed.signal);
    return outcome === 'left' ? answer : outcomeOf(await calls.authenticate(clientSecret, outcome));
  }

  const stripe = {
    elements: sandboxElements,
    confirmPayment,
    retrievePaymentIntent: calls.retrieve,
    createToken: notInTheSandbox,
    createPaymentMethod: notInTheSandbox,
    confirmCardPayment: notInTheSandbox,
  };
  if (!isStripe(stripe)) throw new Error('The sandbox lacks a method that react-stripe-js asks for.');
  return stripe;
}

/** A payment that its owner did not own up to, or that was declined after all, is an error like any other. */
function outcomeOf(answer: SandboxAnswer): SandboxAnswer {
  if ('error' in answer || answer.paymentIntent.status !== 'requires_payment_method') return answer;
  return {
    error: answer.paymentIntent.last_payment_error ?? { type: 'card_error', message: 'Your card was declined.' },
  };
}

const notInTheSandbox = async () => refused('The sandbox confirms payments with a Payment Element only.');

const refused = (message: string): { error: SandboxError } => ({ error: { type: 'invalid_request_error', message } });

/** The check that react-stripe-js makes of what is given to <Elements>, and all that the shop uses. */
function isStripe(candidate: object): candidate is Stripe {
  const checked = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'];
  const used = ['confirmPayment', 'retrievePaymentIntent'];
  return [...checked, ...used].every((name) => typeof Reflect.get(candidate, name) === 'function');
}
