import type { Cart } from '../../../../modules/cart/contract.ts';
import { onAccessChange, storedAccess } from '../../lib/access-token.ts';
import { change, get } from '../../lib/api.ts';
import { type DeviceCart, deviceCart, keepCart, onCartChange } from '../../lib/device-cart.ts';
import { merged } from './cart-lines.ts';

/** What is changed within this time goes to the account in one call, in ms. */
const gatherMs = 400;
/** Until it is tried again, where the shop did not answer. */
const againMs = 10_000;

let isSyncing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let isOn = false;

/**
 * Keeps the device's cart and the account's the same while somebody is signed in, from the first time that a page wants it.
 * What was put in while nobody was signed in is merged into the account's cart.
 */
export function syncCart(): void {
  if (isOn) return;
  isOn = true;
  onAccessChange(() => soon(0));
  onCartChange(() => deviceCart().unsaved && soon(gatherMs));
  window.addEventListener('focus', () => soon(0));
  soon(0);
}

function soon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sync(), ms);
}

async function sync(): Promise<void> {
  if (isSyncing) return soon(gatherMs);
  isSyncing = true;
  try {
    await inStep();
  } catch {
    soon(againMs);
  } finally {
    isSyncing = false;
  }
}

async function inStep(): Promise<void> {
  const who = storedAccess()?.user.email ?? '';
  const mine = deviceCart();
  if (who === '') {
    // Who signs out takes their cart along, into their account; but for what had no room there, which is here alone.
    if (mine.who !== '') keepCart({ who, lines: mine.left ?? [] });
    return;
  }
  if (mine.who === who && mine.unsaved) return save(mine);
  const { lines } = await get<Cart>('/cart');
  if (deviceCart() !== mine || storedAccess()?.user.email !== who) return soon(0);
  if (mine.who === '' && mine.lines.length > 0) {
    const both = { who, ...merged(lines, mine.lines), unsaved: true };
    keepCart(both);
    return save(deviceCart());
  }
  const seen = new Map(mine.who === who ? mine.lines.map((line) => [line.toolId, line.seen]) : []);
  const kept = lines.map((line) => ({
    ...line,
    ...(seen.get(line.toolId) !== undefined && { seen: seen.get(line.toolId) }),
  }));
  const left = mine.who === who && mine.left ? { left: mine.left } : {};
  const next: DeviceCart = { who, lines: kept, ...left };
  if (JSON.stringify(next) !== JSON.stringify(mine)) keepCart(next);
}

async function save(cart: DeviceCart): Promise<void> {
  const lines = cart.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  await change('/cart', { method: 'PUT', body: { lines }, key: crypto.randomUUID() });
  const { unsaved: _, ...saved } = cart;
  if (deviceCart() === cart) keepCart(saved);
  else soon(gatherMs);
}
