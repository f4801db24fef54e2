import type { CartLine } from '../../../../modules/cart/contract.ts';

const cartKey = 'cart';

/** A line with what one piece cost when it was put in, or first shown on this device, so that another price can be shown as one. */
export type KeptLine = CartLine & { readonly seen?: number };

/** The cart as this device has it. `who`: whose account has it too, '' while nobody is signed in. */
export type DeviceCart = {
  readonly who: string;
  readonly lines: readonly KeptLine[];
  /** The account has not been told of it yet. */
  readonly unsaved?: boolean;
  /** What both had when they were last in step, while this one is unsaved: by that it is known who has changed what. */
  readonly base?: readonly CartLine[];
  /** What was sent last, while its answer is lost: the account may have it or not. */
  readonly sent?: readonly CartLine[];
  /** What was put in while nobody was signed in, and found no room in the account's cart. It is on this device alone. */
  readonly left?: readonly KeptLine[];
  /** The order that last took lines out of it in this browser, until somebody changes it. */
  readonly ordered?: string;
  /**
   * All that was in it left the account's cart, which does not say how: it was ordered (also here, where the answer was lost), or taken
   * out on another device; until somebody changes it.
   */
  readonly emptiedElsewhere?: boolean;
};

/** What every browser is shown first. */
export const emptyCart: DeviceCart = { who: '', lines: [] };
const listeners = new Set<() => void>();
let known: { text: string | null; cart: DeviceCart } = { text: null, cart: emptyCart };
/** Where there is no storage (it is full, or forbidden) the cart lives as long as the page. */
let unstored: DeviceCart | undefined;

/** The same object for as long as the same is stored. */
export function deviceCart(): DeviceCart {
  if (unstored) return unstored;
  const text = localStorage.getItem(cartKey);
  if (text !== known.text) known = { text, cart: cartIn(text) };
  return known.cart;
}

export function keepCart(cart: DeviceCart): void {
  try {
    localStorage.setItem(cartKey, JSON.stringify(cart));
    unstored = undefined;
  } catch {
    unstored = cart;
  }
  for (const listener of listeners) listener();
}

/** Hears of changes by this tab and, through the browser's storage events, by every other tab. */
export function onCartChange(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === cartKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}

/** Anybody may write into the storage of their own browser: what is no cart is an empty one. */
function cartIn(text: string | null): DeviceCart {
  try {
    const { who, lines, unsaved, base, sent, left, ...told }: Partial<DeviceCart> = JSON.parse(text ?? '{}');
    const isLine = ({ toolId, quantity }: Partial<KeptLine>) =>
      typeof toolId === 'string' && Number.isInteger(quantity) && Number(quantity) > 0;
    const rest = (left ?? []).filter(isLine);
    return {
      who: who ?? '',
      lines: (lines ?? []).filter(isLine),
      ...(unsaved && { unsaved, base: base ?? [], ...(sent && { sent }) }),
      ...(rest.length > 0 && { left: rest }),
      ...(typeof told.ordered === 'string' && { ordered: told.ordered }),
      ...(told.emptiedElsewhere === true && { emptiedElsewhere: true }),
    };
  } catch {
    return emptyCart;
  }
}
