import type { Stripe } from '@stripe/stripe-js';
import { askForAuthentication } from './authentication-dialog.ts';
import { type CardElement, cardTypedInto, createCardElement } from './card-element.ts';
import { problemOf } from './card-number.ts';
import { type SandboxAnswer, sandboxCalls } from './sandbox-calls.ts';

type CardPayment = { payment_method?: { card?: unknown } };

/** Stripe.js for the shop's own payment sandbox: the same calls, no other host. */
export function sandboxStripe(publishableKey: string): Stripe {
  const calls = sandboxCalls(publishableKey);

  async function confirmCardPayment(clientSecret: string, data?: CardPayment): Promise<SandboxAnswer> {
    const card = cardTypedInto(data?.payment_method?.card);
    if (!card) return { error: { type: 'invalid_request_error', message: 'There is no card to pay with.' } };
    const problem = problemOf(card);
    if (problem) return { error: problem };

    const answer = await calls.confirm(clientSecret, card);
    if ('error' in answer || answer.paymentIntent.status !== 'requires_action') return answer;
    return outcomeOf(await calls.authenticate(clientSecret, await askForAuthentication()));
  }

  const stripe = {
    elements: sandboxElements,
    confirmCardPayment,
    retrievePaymentIntent: calls.retrieve,
    createToken: notInTheSandbox,
    createPaymentMethod: notInTheSandbox,
  };
  if (!isStripe(stripe)) throw new Error('The sandbox lacks a method that react-stripe-js asks for.');
  return stripe;
}

/** A payment that its owner did not own up to, or that was declined after all, is an error like any other. */
function outcomeOf(answer: SandboxAnswer): SandboxAnswer {
  if ('error' in answer || answer.paymentIntent.status === 'succeeded') return answer;
  return {
    error: answer.paymentIntent.last_payment_error ?? { type: 'card_error', message: 'Your card was declined.' },
  };
}

function sandboxElements() {
  let card: CardElement | undefined;
  return {
    create(type: string) {
      if (type !== 'card') throw new Error(`The sandbox has no ${type} element.`);
      card = createCardElement();
      return card;
    },
    getElement: () => card ?? null,
    update: () => undefined,
  };
}

async function notInTheSandbox() {
  return { error: { type: 'invalid_request_error', message: 'The sandbox confirms card payments only.' } };
}

/** The check that react-stripe-js makes of what is given to <Elements>, and all that it uses with a card element. */
function isStripe(candidate: object): candidate is Stripe {
  const methods = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'];
  return methods.every((name) => typeof Reflect.get(candidate, name) === 'function');
}
