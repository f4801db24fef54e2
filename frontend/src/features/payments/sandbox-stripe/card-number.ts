/** Digits of a card number in groups of four, as they stand on the card. No card has more than 19 (ISO/IEC 7812). */
export function groupedNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}

/** "1230" becomes "12 / 30", and "4" becomes "04 / ": there is no month 40. */
export function spacedExpiry(text: string): string {
  let digits = digitsOf(text).slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The check digit of ISO/IEC 7812-1, annex B: catches one mistyped digit. */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return number.length > 0 && sum % 10 === 0;
}

export type Card = { number: string; expMonth: string; expYear: string; cvc: string };

export type CardProblem = { type: 'validation_error'; code: string; message: string };

export function cardIn(number: string, expiry: string, cvc: string): Card {
  const digits = digitsOf(expiry);
  return {
    number: digitsOf(number),
    expMonth: digits.slice(0, 2),
    expYear: digits.length === 4 ? `20${digits.slice(2)}` : '',
    cvc: digitsOf(cvc),
  };
}

const problem = (code: string, message: string): CardProblem => ({ type: 'validation_error', code, message });

/** What is wrong with a card before anybody is asked, in the words of Stripe's card element. */
export function problemOf({ number, expMonth, expYear, cvc }: Card): CardProblem | undefined {
  if (number.length < 14) return problem('incomplete_number', 'Your card number is incomplete.');
  if (!hasCheckDigit(number)) return problem('invalid_number', 'Your card number is invalid.');
  if (!expYear) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  if (Number(expMonth) < 1 || Number(expMonth) > 12) {
    return problem('invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  if (cvc.length < 3) return problem('incomplete_cvc', "Your card's security code is incomplete.");
  return undefined;
}
