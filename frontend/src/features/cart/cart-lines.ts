import { mostLines } from '../../../../modules/cart/bounds/contract.ts';
import type { CartLine } from '../../../../modules/cart/contract.ts';
import { deviceCart, type KeptLine, keepCart } from '../../lib/device/device-cart.ts';

function change(lines: readonly KeptLine[], by?: { readonly ordered: string }): void {
  const { ordered: _, emptiedElsewhere: __, ...cart } = deviceCart();
  keepCart({ ...cart, lines, unsaved: true, base: cart.base ?? cart.lines, ...by });
}

/** The cart has as many lines as it may. */
export class CartIsFull extends Error {
  constructor() {
    super(`A cart has room for ${mostLines} tools. Please order some of them first.`);
    this.name = 'CartIsFull';
  }
}

/**
 * Puts pieces of a tool into the cart, with those that are in it already.
 * @throws CartIsFull
 */
export function addToCart(toolId: string, quantity: number, seen: number): void {
  const { lines } = deviceCart();
  const before = lines.find((line) => line.toolId === toolId);
  if (!before && lines.length >= mostLines) throw new CartIsFull();
  const line = { toolId, quantity: quantity + (before?.quantity ?? 0), seen };
  change(before ? lines.map((one) => (one === before ? line : one)) : [...lines, line]);
}

export function setQuantity(toolId: string, quantity: number): void {
  change(deviceCart().lines.map((line) => (line.toolId === toolId ? { ...line, quantity } : line)));
}

/** These prices of a piece were shown as they are now. The account's cart knows none. */
export function setSeen(prices: ReadonlyMap<string, number>): void {
  const cart = deviceCart();
  const lines = cart.lines.map((line) => {
    const seen = prices.get(line.toolId);
    return seen === undefined || seen === line.seen ? line : { ...line, seen };
  });
  if (lines.some((line, at) => line !== cart.lines[at])) keepCart({ ...cart, lines });
}

/** Takes lines out. */
export function takeOut(...toolIds: readonly string[]): void {
  change(deviceCart().lines.filter(({ toolId }) => !toolIds.includes(toolId)));
}

/**
 * Takes out what was ordered. What is in the cart in another number by now was put in after that.
 * @param as one of the orders that it became
 */
export function takeOutOrdered(ordered: readonly CartLine[], as: string): void {
  const quantities = new Map(ordered.map(({ toolId, quantity }) => [toolId, quantity]));
  const rest = deviceCart().lines.filter(({ toolId, quantity }) => quantities.get(toolId) !== quantity);
  change(rest, { ordered: as });
}

/** Puts a line back to where it was. */
export function putBack(line: KeptLine, at: number): void {
  const lines = deviceCart().lines.filter(({ toolId }) => toolId !== line.toolId);
  change(lines.toSpliced(at, 0, line));
}

/** Puts in what had no room before, as much of it as there is room for now. */
export function putLeftIn(): void {
  const { left = [], ...cart } = deviceCart();
  keepCart({ ...cart, ...merged(cart.lines, left), unsaved: true, base: cart.base ?? cart.lines });
}

/** Forgets what had no room. */
export function forgetLeft(): void {
  const { left: _, ...cart } = deviceCart();
  keepCart(cart);
}

export type Merged = { readonly lines: readonly KeptLine[]; readonly left?: readonly KeptLine[] };

/**
 * Two carts as one: of each tool the larger number, so that twice is once. Where both together have more lines than a cart may,
 * those of the first stay, and of the other as many as there is room for; the rest is `left`.
 */
export function merged(one: readonly KeptLine[], other: readonly KeptLine[]): Merged {
  const all = new Map(one.map((line) => [line.toolId, line]));
  for (const line of other) {
    const before = all.get(line.toolId);
    all.set(line.toolId, { ...before, ...line, quantity: Math.max(line.quantity, before?.quantity ?? 0) });
  }
  const lines = [...all.values()];
  return { lines: lines.slice(0, mostLines), ...(lines.length > mostLines && { left: lines.slice(mostLines) }) };
}
