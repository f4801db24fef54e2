import type { Cart } from '../../../../modules/cart/contract.ts';
import { change } from '../../lib/api/api.ts';
import { ApiError, isDecided } from '../../lib/api/api-error.ts';
import { getTagged, restingOn } from '../../lib/api/tagged.ts';
import { type DeviceCart, deviceCart, keepCart, onCartChange } from '../../lib/device/device-cart.ts';
import { forgetKept, forgetOldKept, keepForLater, renameCarts } from '../../lib/device/kept-carts.ts';
import { unansweredCheckout } from '../../lib/idempotency/unanswered-checkout.ts';
import { gathered } from '../../lib/live/gathered.ts';
import { onCatchUp, onTold } from '../../lib/live/told.ts';
import { onAccessChange, storedAccess } from '../../lib/session/access-token.ts';
import { beforeSignOut, newEmail } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import { mergedInto } from './merged-into.ts';
import { cartTrouble } from './sync-trouble.ts';

/** What is changed within this time goes to the account in one call, in ms. */
const gatherMs = 400;
/** Until it is tried again, where the shop did not answer. */
const againMs = 10_000;
/** So often at once, where other devices of the same person were faster; then after a while. */
const mostTries = 5;
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
 * Keeps the device's cart and the account's the same while somebody is signed in, from when the page is there.
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
  newEmail.act = renameCarts;
  soon(0);
}

/** For whoever is told that their cart could not be fetched, and does not wait until it is tried again. */
export function syncAgain(): void {
  cartTrouble(null);
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
    cartTrouble(null);
  } catch (error) {
    cartTrouble(error instanceof Error ? error : new Error(String(error)));
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

/** Reads the account's cart, makes the two one, and saves that; anew where another device has changed the account's meanwhile. */
async function inStep(tries = mostTries): Promise<void> {
  const who = storedAccess()?.user.email ?? '';
  if (deviceCart().who !== '' && deviceCart().who !== who) leave(deviceCart(), who);
  const mine = deviceCart();
  if (who === '') return;
  const { body, tag } = await getTagged<Cart>('/cart');
  const { lines } = body;
  if (deviceCart() !== mine || storedAccess()?.user.email !== who) return soon(0);
  const next = mergedInto(who, mine, lines);
  if (mine.who === '' && mine.lines.length > 0) {
    brought = lines.flatMap(({ toolId }) => (mine.lines.some((line) => line.toolId === toolId) ? [] : [toolId]));
  }
  if (JSON.stringify(next) !== JSON.stringify(mine)) keepCart(next);
  forgetKept(who);
  if (!next.unsaved) return;
  try {
    await save(deviceCart(), tag);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412 || tries <= 1) throw error;
    await inStep(tries - 1);
  }
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
      'error',
    );
  }
  keepCart({ who: '', lines: next === '' && !mine.unsaved ? (mine.left ?? []) : [] });
}

async function save(cart: DeviceCart, tag: string | undefined): Promise<void> {
  const lines = cart.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  try {
    await change('/cart', { method: 'PUT', body: { lines }, key: crypto.randomUUID(), transport: restingOn(tag) });
  } catch (error) {
    const now = deviceCart();
    // Without this, a line that is taken out after a lost answer would look as if another device had put it in.
    if (!isDecided(error) && now.who === cart.who && now.unsaved) keepCart({ ...now, sent: lines });
    throw error;
  }
  const now = deviceCart();
  if (now.who !== cart.who) return;
  // What was changed meanwhile is not saved yet; by now the two were in step with what was.
  if (now !== cart) {
    const { sent: _, ...rest } = now;
    if (now.unsaved) keepCart({ ...rest, base: lines });
    return soon(gatherMs);
  }
  const { unsaved: _, base: __, ...saved } = cart;
  keepCart(saved);
}
