import type { Cart, CartLine } from '../../../../modules/cart/contract.ts';
import { onAccessChange, storedAccess } from '../../lib/access-token.ts';
import { change, get } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type DeviceCart, deviceCart, keepCart, onCartChange } from '../../lib/device-cart.ts';
import { gathered } from '../../lib/gathered.ts';
import { forgetKept, forgetOldKept, keepForLater, keptFor } from '../../lib/kept-carts.ts';
import { beforeSignOut } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { onCatchUp, onTold } from '../../lib/told.ts';
import { unansweredCheckout } from '../../lib/unanswered-checkout.ts';
import { merged } from './cart-lines.ts';
import { threeWay } from './three-way.ts';

/** What is changed within this time goes to the account in one call, in ms. */
const gatherMs = 400;
/** Until it is tried again, where the shop did not answer. */
const againMs = 10_000;
/** As long as somebody who signs out waits for their cart to be saved. */
const lastSaveMs = 2_000;
/** So often at most, because of orders that were placed. */
const lookEveryMs = 2_000;
/** However long the shop says, who is back within the hour is saved. */
const longestMs = 3_600_000;

let syncing: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isOn = false;
let brought: readonly string[] = [];

/**
 * Keeps the device's cart and the account's the same while somebody is signed in, from the first time that a page wants it.
 * What was put in while nobody was signed in is merged into the account's cart.
 */
export function syncCart(): void {
  if (isOn) return;
  isOn = true;
  forgetOldKept();
  onAccessChange(() => soon(0));
  onCartChange(() => deviceCart().unsaved && soon(gatherMs));
  window.addEventListener('focus', () => soon(0));
  onTold((name) => name === 'booking.placed' && look(name));
  onCatchUp(() => look(''));
  beforeSignOut.act = lastSave;
  soon(0);
}

/** The tools that came into the cart from the account, with the last login in this page. */
export const broughtFromAccount = () => brought;

/**
 * What is ordered on another device leaves the cart here while one looks at it, and is not ordered twice. Where an order of this
 * device waits for its answer, that tells what is left. An admin hears of everybody's orders.
 */
const look = gathered(lookEveryMs, () => {
  if (deviceCart().lines.length > 0 && !unansweredCheckout()) soon(0);
});

function soon(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sync(), ms);
}

async function sync(): Promise<void> {
  if (syncing) return soon(gatherMs);
  syncing = inStep();
  try {
    await syncing;
  } catch (error) {
    soon(Math.min(Math.max(againMs, error instanceof ApiError ? error.retryAfterMs : 0), longestMs));
  } finally {
    syncing = undefined;
  }
}

/** What is not saved yet goes to the account before its person goes; undefined where nothing is to save. */
function lastSave(): Promise<unknown> | undefined {
  if (!deviceCart().unsaved) return undefined;
  const before = syncing?.catch(() => undefined) ?? Promise.resolve();
  const saved = before.then(() => (deviceCart().unsaved ? inStep() : undefined)).catch(() => undefined);
  return Promise.race([saved, new Promise((over) => setTimeout(over, lastSaveMs))]);
}

async function inStep(): Promise<void> {
  const who = storedAccess()?.user.email ?? '';
  if (deviceCart().who !== '' && deviceCart().who !== who) leave(deviceCart(), who);
  const mine = deviceCart();
  if (who === '') return;
  const { lines } = await get<Cart>('/cart');
  if (deviceCart() !== mine || storedAccess()?.user.email !== who) return soon(0);
  const next = mergedInto(who, mine, lines);
  if (mine.who === '' && mine.lines.length > 0) {
    brought = lines.flatMap(({ toolId }) => (mine.lines.some((line) => line.toolId === toolId) ? [] : [toolId]));
  }
  if (JSON.stringify(next) !== JSON.stringify(mine)) keepCart(next);
  forgetKept(who);
  if (next.unsaved) await save(deviceCart());
}

/**
 * Who signs out takes their cart along, into their account. What did not get there (the shop was away, or their session had
 * ended) is kept for them on this device; what had no room there is here alone, for whoever comes, unless that is somebody
 * else already.
 */
function leave(mine: DeviceCart, next: string): void {
  brought = [];
  if (mine.unsaved || (next !== '' && mine.left)) {
    keepForLater(mine);
    void toast(
      'The last changes of your cart have not reached your account. They are kept on this device until you log in again.',
      'failure',
    );
  }
  keepCart({ who: '', lines: next === '' && !mine.unsaved ? (mine.left ?? []) : [] });
}

/** What this device has, once it is one with the account's cart. What is not in there yet is unsaved. */
function mergedInto(who: string, mine: DeviceCart, lines: readonly CartLine[]): DeviceCart {
  const own: DeviceCart = mine.who === who ? mine : (keptFor(who) ?? { who, lines });
  const ours = threeWay(own.unsaved ? (own.base ?? []) : own.lines, own.lines, lines);
  const both = mine.who === '' ? merged(ours.lines, mine.lines) : ours;
  const left = [...(own.left ?? []), ...(ours.left ?? []), ...(both === ours ? [] : (both.left ?? []))];
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
