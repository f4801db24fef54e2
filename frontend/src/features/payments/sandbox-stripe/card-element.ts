import { cardFields } from './card-fields.ts';
import { type Card, cardIn, problemOf } from './card-number.ts';

type Listener = (event: unknown) => void;

/** The part of Stripe's card element that the shop uses, with fields of our own. https://docs.stripe.com/js/element */
export type CardElement = {
  mount(place: HTMLElement | string): void;
  unmount(): void;
  destroy(): void;
  update(options: unknown): void;
  on(event: string, listener: Listener): CardElement;
  off(event: string, listener?: Listener): CardElement;
  focus(): void;
  blur(): void;
  clear(): void;
};

const cards = new WeakMap<object, () => Card>();

/** What is typed into a card element; undefined for an object that is none. */
export function cardTypedInto(element: unknown): Card | undefined {
  return typeof element === 'object' && element !== null ? cards.get(element)?.() : undefined;
}

export function createCardElement(): CardElement {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (event: string, detail: object) => {
    for (const listener of listeners.get(event) ?? []) listener({ elementType: 'card', ...detail });
  };
  const fields = cardFields(() => tell('change', changeOf(card())));
  const card = () => cardIn(fields.number.value, fields.expiry.value, fields.cvc.value);
  fields.root.addEventListener('focusin', () => tell('focus', {}));
  fields.root.addEventListener('focusout', () => tell('blur', {}));

  const element: CardElement = {
    mount(place) {
      const node = typeof place === 'string' ? document.querySelector(place) : place;
      node?.replaceChildren(fields.root);
      // Later, as with an element that has to be fetched: whoever listens has had the time to say so.
      queueMicrotask(() => tell('ready', {}));
    },
    unmount: () => fields.root.remove(),
    destroy() {
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
  cards.set(element, card);
  return element;
}

/** An unfinished field is no error while one is typing; a finished one that cannot be is. */
function changeOf(card: Card) {
  const problem = problemOf(card);
  return {
    complete: problem === undefined,
    empty: card.number === '' && card.expMonth === '' && card.cvc === '',
    error: problem?.code.startsWith('incomplete') ? undefined : problem,
    brand: card.number.startsWith('4') ? 'visa' : 'unknown',
  };
}
