import { groupedNumber, spacedExpiry } from './card-number.ts';
import classes from './sandbox-stripe.module.css';

type Field = {
  label: string;
  name: string;
  autocomplete: AutoFill;
  placeholder: string;
  format: (text: string) => string;
  className: string | undefined;
};

const number: Field = {
  label: 'Card number',
  name: 'cardnumber',
  autocomplete: 'cc-number',
  placeholder: '1234 1234 1234 1234',
  format: groupedNumber,
  className: classes.number,
};
const expiry: Field = {
  label: 'Expiry (month / year)',
  name: 'exp-date',
  autocomplete: 'cc-exp',
  placeholder: 'MM / YY',
  format: spacedExpiry,
  className: undefined,
};
const cvc: Field = {
  label: 'CVC',
  name: 'cvc',
  autocomplete: 'cc-csc',
  placeholder: 'CVC',
  format: (text) => text.replace(/\D/g, '').slice(0, 4),
  className: undefined,
};

export type CardFields = {
  root: HTMLElement;
  number: HTMLInputElement;
  expiry: HTMLInputElement;
  cvc: HTMLInputElement;
};

/** The three fields as plain nodes: a card element lives outside React, as Stripe's does. */
export function cardFields(onChange: () => void): CardFields {
  const root = document.createElement('div');
  root.className = classes.card ?? '';
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', 'Card');
  const inputs = { number: field(number, onChange), expiry: field(expiry, onChange), cvc: field(cvc, onChange) };
  for (const input of Object.values(inputs)) if (input.parentElement) root.append(input.parentElement);
  return { root, ...inputs };
}

function field({ label, name, autocomplete, placeholder, format, className }: Field, onChange: () => void) {
  const input = document.createElement('input');
  Object.assign(input, { name, autocomplete, placeholder, inputMode: 'numeric', spellcheck: false });
  input.addEventListener('input', () => {
    reformat(input, format);
    onChange();
  });
  const outer = document.createElement('label');
  outer.className = className ?? '';
  const text = document.createElement('span');
  text.textContent = label;
  outer.append(text, input);
  return input;
}

/** Writes the text as it should look and keeps the caret behind the same digit as before. */
function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const formatted = format(input.value);
  if (formatted === input.value) return;
  const caret = input.selectionStart ?? input.value.length;
  const atEnd = caret >= input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  input.value = formatted;
  if (!atEnd) input.setSelectionRange(...caretAfter(formatted, digitsBefore));
}

function caretAfter(text: string, digits: number): [number, number] {
  let place = 0;
  for (let seen = 0; place < text.length && seen < digits; place += 1) if (/\d/.test(text[place] ?? '')) seen += 1;
  return [place, place];
}
