import { cardFields } from './card-fields.ts';
import { type Card, cardIn, problemOf } from './card-number.ts';

type Listener = (event: unknown) => void;

/** The part of Stripe's Payment Element that the shop uses, with fields of our own. https://docs.stripe.com/js/element */
export type PaymentElement = {
  mount(place: HTMLElement | string): void;
  unmount(): void;
  destroy(): void;
  update(options: unknown): void;
  on(event: string, listener: Listener): PaymentElement;
  off(event: string, listener?: Listener): PaymentElement;
  focus(): void;
  blur(): void;
  clear(): void;
};

/** An element with what only the sandbox itself may know of it. */
export type TypedElement = {
  element: PaymentElement;
  /** What is typed into it. */
  card: () => Card;
  /** Aborted when the element is taken away, with all that it has shown. */
  signal: AbortSignal;
};

export function createPaymentElement(): TypedElement {
  const listeners = new Map<string, Set<Listener>>();
  const gone = new AbortController();
  const tell = (event: string, detail: object) => {
    for (const listener of listeners.get(event) ?? []) listener({ elementType: 'payment', ...detail });
  };
  const fields = cardFields(() => tell('change', changeOf(card())));
  const card = () => cardIn(fields.number.value, fields.expiry.value, fields.cvc.value);
  fields.root.addEventListener('focusin', () => tell('focus', {}));
  fields.root.addEventListener('focusout', () => tell('blur', {}));

  const element: PaymentElement = {
    mount(place) {
      const node = typeof place === 'string' ? document.querySelector(place) : place;
      node?.replaceChildren(fields.root);
      // Later, as with an element that has to be fetched: whoever listens has had the time to say so.
      queueMicrotask(() => tell('ready', {}));
    },
    unmount: () => fields.root.remove(),
    destroy() {
      gone.abort();
      fields.root.remove();
      listeners.clear();
    },
    update: () => undefined,
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return element;
    },
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener);
      else listeners.delete(event);
      return element;
    },
    focus: () => fields.number.focus(),
    blur: () => fields.number.blur(),
    clear() {
      for (const input of [fields.number, fields.expiry, fields.cvc]) input.value = '';
    },
  };
  return { element, card, signal: gone.signal };
}

/** https://docs.stripe.com/js/element/events/on_change?type=paymentElement */
function changeOf(card: Card) {
  return {
    complete: problemOf(card) === undefined,
    empty: card.number === '' && card.expMonth === '' && card.cvc === '',
    collapsed: false,
    value: { type: 'card' },
  };
}
