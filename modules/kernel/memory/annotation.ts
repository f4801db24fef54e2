/**
 * What is known of objects, each kept with its object and gone with it. It is seen by nobody who goes through an object's fields or copies them.
 *
 * A WeakMap would do the same. But V8's collector of young objects takes what a WeakMap holds for alive, and with it whatever that
 * refers to: what is known of something that lives for one answer is moved among the objects that stay, and thousands of them a second are
 * collected there, which holds the event loop up for tens of milliseconds.
 */
export class Annotation<Of extends object, Value> {
  readonly #name = Symbol('annotation');

  get(of: Of): Value | undefined {
    return (of as { readonly [name: symbol]: Value | undefined })[this.#name];
  }

  set(of: Of, value: Value): void {
    Object.defineProperty(of, this.#name, { value, configurable: true });
  }
}
