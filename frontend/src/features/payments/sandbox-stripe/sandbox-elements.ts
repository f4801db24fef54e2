import { createPaymentElement, type PaymentElement, type TypedElement } from './payment-element.ts';

/** The part of Stripe's Elements that the shop uses: one Payment Element for one intent. */
export type SandboxElements = {
  create(type: string): PaymentElement;
  getElement(type: string): PaymentElement | null;
  update(options: unknown): Promise<void>;
  submit(): Promise<object>;
};

/** What a payment is confirmed with; nothing while no element was made. */
type Confirmable = { clientSecret: string; typed: TypedElement | undefined };

const made = new WeakMap<object, Confirmable>();

/** What is to be paid and with what; undefined for an object that is no such group of elements. */
export function confirmableOf(elements: unknown): Confirmable | undefined {
  return typeof elements === 'object' && elements !== null ? made.get(elements) : undefined;
}

export function sandboxElements({ clientSecret }: { clientSecret: string }): SandboxElements {
  const confirmable: Confirmable = { clientSecret, typed: undefined };
  const elements: SandboxElements = {
    create(type) {
      if (type !== 'payment') throw new Error(`The sandbox has no ${type} element.`);
      confirmable.typed = createPaymentElement();
      return confirmable.typed.element;
    },
    getElement: (type) => (type === 'payment' ? (confirmable.typed?.element ?? null) : null),
    // It looks as the page does anyway: it stands in no frame.
    update: async () => undefined,
    submit: async () => ({}),
  };
  made.set(elements, confirmable);
  return elements;
}
