import type { Cart, CartLine } from '../../../../modules/cart/contract.ts';
import { onAccessChange, storedAccess } from '../../lib/access-token.ts';
import { change, get } from '../../lib/api.ts';
import { type DeviceCart, deviceCart, keepCart, onCartChange } from '../../lib/device-cart.ts';
import { merged } from './cart-lines.ts';
import { threeWay } from './three-way.ts';

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
  const { lines } = await get<Cart>('/cart');
  if (deviceCart() !== mine || storedAccess()?.user.email !== who) return soon(0);
  const next = mergedInto(who, mine, lines);
  if (JSON.stringify(next) !== JSON.stringify(mine)) keepCart(next);
  if (next.unsaved) await save(deviceCart());
}

/** What this device has, once it is one with the account's cart. What is not in there yet is unsaved. */
function mergedInto(who: string, mine: DeviceCart, lines: readonly CartLine[]): DeviceCart {
  const earlier = mine.who === who ? (mine.left ?? []) : [];
  const isOwn = mine.who === who;
  const both = isOwn
    ? threeWay(mine.unsaved ? (mine.base ?? []) : mine.lines, mine.lines, lines)
    : merged(lines, mine.who === '' ? mine.lines : []);
  const left = [...earlier, ...(both.left ?? [])];
  const there = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  const isInStep =
    both.lines.length === lines.length && both.lines.every(({ toolId, quantity }) => there.get(toolId) === quantity);
  return {
    who,
    lines: both.lines,
    ...(!isInStep && { unsaved: true, base: lines }),
    ...(left.length > 0 && { left }),
  };
}

async function save(cart: DeviceCart): Promise<void> {
  const lines = cart.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  await change('/cart', { method: 'PUT', body: { lines }, key: crypto.randomUUID() });
  const now = deviceCart();
  if (now.who !== cart.who) return;
  // What was changed meanwhile is not saved yet; by now the two were in step with what was.
  if (now !== cart) {
    if (now.unsaved) keepCart({ ...now, base: lines });
    return soon(gatherMs);
  }
  const { unsaved: _, base: __, ...saved } = cart;
  keepCart(saved);
}
