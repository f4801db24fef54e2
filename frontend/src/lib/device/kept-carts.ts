import { type DeviceCart, deviceCart, keepCart } from './device-cart.ts';

const key = 'keptCarts';
/** Of so many accounts at most: a device that many people use is not to fill up with their carts. */
const mostKept = 3;
/** As long as one may be signed in (ms): whoever was not back by then is not waited for. They may have been erased since. */
const longestMs = 30 * 86_400_000;

/** `at`: since when it is kept, in ms of this machine's clock. */
type Kept = DeviceCart & { readonly at?: number };

/** Keeps what an account was not told of, on this device, until its person is back. */
export function keepForLater(cart: DeviceCart): void {
  const others = all().filter(({ who }) => who !== cart.who);
  write([{ ...cart, at: Date.now() }, ...others].slice(0, mostKept));
}

/** What is kept for an account. */
export function keptFor(who: string): DeviceCart | undefined {
  const kept = all().find((one) => one.who === who);
  if (!kept) return undefined;
  const { at: _, ...cart } = kept;
  return cart;
}

export function forgetKept(of: string): void {
  const carts = all();
  if (carts.some(({ who }) => who === of)) write(carts.filter(({ who }) => who !== of));
}

/** Forgets what was kept for too long. */
export function forgetOldKept(): void {
  const now = Date.now();
  write(all().flatMap((cart) => (now - (cart.at ?? now) > longestMs ? [] : [{ at: now, ...cart }])));
}

/** Of somebody who is forgotten nothing stays here that was theirs. */
export function forgetCartsOf(who: string): void {
  forgetKept(who);
  if (deviceCart().who === who) keepCart({ who: '', lines: [] });
}

/** Somebody has another email than they had. */
export function renameCarts(from: string, to: string): void {
  const carts = all();
  if (carts.some(({ who }) => who === from))
    write(carts.map((cart) => (cart.who === from ? { ...cart, who: to } : cart)));
  if (deviceCart().who === from) keepCart({ ...deviceCart(), who: to });
}

function all(): readonly Kept[] {
  try {
    const carts: readonly Kept[] = JSON.parse(localStorage.getItem(key) ?? '[]');
    return carts.filter(({ who, lines }) => typeof who === 'string' && Array.isArray(lines));
  } catch {
    return [];
  }
}

function write(carts: readonly Kept[]): void {
  try {
    if (carts.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(carts));
  } catch {
    // Without a storage nothing outlives the page.
  }
}
