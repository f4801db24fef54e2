import { createHash } from 'node:crypto';
import { StripeFailure } from '../requests/stripe-failure.ts';
import { type TestCard, testCardOfNumber, testCardOfToken } from './test-cards.ts';

/** A card as somebody typed it. */
export type TypedCard = { number: string; expMonth: number; expYear: number; cvc?: string };

/** A card the sandbox accepted. It never holds the number: people type real ones, whatever the page says. */
export type Card = {
  brand: TestCard['brand'];
  funding: TestCard['funding'];
  last4: string;
  expMonth: number;
  expYear: number;
  cvcGiven: boolean;
  /** The same for the same number, as at Stripe; an earlier release kept none. */
  fingerprint?: string;
} & Pick<TestCard, 'authentication' | 'decline' | 'charge' | 'refund' | 'dispute' | 'warning'>;

/**
 * Checks a typed card in the order Stripe does and says what it will do when charged.
 * Throws StripeFailure, a card_error with status 402 (https://docs.stripe.com/error-codes).
 */
export function examine(typed: TypedCard, now: Date): Card {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number))
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const expYear = typed.expYear < 100 ? 2000 + typed.expYear : typed.expYear;
  checkExpiry(typed.expMonth, expYear, now);
  if (typed.cvc !== undefined) checkCvc(typed.cvc, number);

  const testCard = testCardOfNumber(number);
  if (!testCard) {
    const message =
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw cardError('card_declined', message, 'number', 'test_mode_live_card');
  }
  return cardOf(testCard, { expMonth: typed.expMonth, expYear, cvcGiven: typed.cvc !== undefined });
}

/** The card behind a test PaymentMethod such as `pm_card_visa`; undefined when there is none of that name. */
export function cardOfToken(token: string, now: Date): Card | undefined {
  const testCard = testCardOfToken(token);
  return testCard && cardOf(testCard, { expMonth: 12, expYear: now.getUTCFullYear() + 1, cvcGiven: true });
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good until the end of its month, taken in UTC. */
function checkExpiry(month: number, year: number, now: Date) {
  const thisYear = now.getUTCFullYear();
  if (month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (year < thisYear || year > thisYear + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) {
    throw cardError('expired_card', 'Your card has expired.', 'exp_month');
  }
}

function checkCvc(cvc: string, number: string) {
  const digits = /^3[47]/.test(number) ? 4 : 3;
  if (!new RegExp(`^\\d{${digits}}$`).test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
}

function cardOf(testCard: TestCard, typed: Pick<Card, 'expMonth' | 'expYear' | 'cvcGiven'>): Card {
  const { number, token: _, ...behaviour } = testCard;
  // Of a test card's number, which is no secret: a real card's is refused before it comes to this.
  const fingerprint = createHash('sha256').update(number).digest('base64').replace(/\W/g, '').slice(0, 16);
  return { ...behaviour, last4: number.slice(-4), fingerprint, ...typed };
}

function cardError(code: string, message: string, param: string, declineCode?: string) {
  return new StripeFailure({ status: 402, type: 'card_error', code, declineCode, message, param });
}
