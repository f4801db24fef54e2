import type { DeviceCart } from '../../lib/device-cart.ts';

const key = 'keptCarts';
/** Of so many accounts at most: a device that many people use is not to fill up with their carts. */
const mostKept = 3;

/** Keeps what an account was not told of, on this device, until its person is back. */
export function keepForLater(cart: DeviceCart): void {
  const others = all().filter(({ who }) => who !== cart.who);
  write([cart, ...others].slice(0, mostKept));
}

/** What is kept for an account. */
export function keptFor(who: string): DeviceCart | undefined {
  return all().find((one) => one.who === who);
}

export function forgetKept(of: string): void {
  const carts = all();
  if (carts.some(({ who }) => who === of)) write(carts.filter(({ who }) => who !== of));
}

function all(): readonly DeviceCart[] {
  try {
    const carts: readonly DeviceCart[] = JSON.parse(localStorage.getItem(key) ?? '[]');
    return carts.filter(({ who, lines }) => typeof who === 'string' && Array.isArray(lines));
  } catch {
    return [];
  }
}

function write(carts: readonly DeviceCart[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(carts));
  } catch {
    // Without a storage nothing outlives the page.
  }
}
