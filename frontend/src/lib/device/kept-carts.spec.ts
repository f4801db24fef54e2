import '../../testing/browser.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DeviceCart, deviceCart, keepCart } from './device-cart.ts';
import { forgetCartsOf, forgetOldKept, keepForLater, keptFor, renameCarts } from './kept-carts.ts';

const cartOf = (who: string): DeviceCart => ({ who, lines: [{ toolId: 't1', quantity: 2 }], unsaved: true, base: [] });
const day = 86_400_000;

describe('a cart that waits on the device for whose it is', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => void vi.useRealTimers());

  it('is there as it was for as long as one may be signed in, and then gone', () => {
    vi.useFakeTimers({ now: 0 });
    keepForLater(cartOf('one@inventory.dev'));
    vi.setSystemTime(29 * day);
    keepForLater(cartOf('other@inventory.dev'));
    forgetOldKept();
    expect(keptFor('one@inventory.dev')).toEqual(cartOf('one@inventory.dev'));
    vi.setSystemTime(31 * day);
    forgetOldKept();
    expect(keptFor('one@inventory.dev')).toBeUndefined();
    expect(keptFor('other@inventory.dev')).toEqual(cartOf('other@inventory.dev'));
    vi.setSystemTime(60 * day);
    forgetOldKept();
    expect(localStorage.getItem('keptCarts')).toBeNull();
  });

  it('is as old as the first look at it, where it says nothing of its age', () => {
    vi.useFakeTimers({ now: 100 * day });
    localStorage.setItem('keptCarts', JSON.stringify([cartOf('one@inventory.dev')]));
    forgetOldKept();
    expect(keptFor('one@inventory.dev')).toEqual(cartOf('one@inventory.dev'));
    vi.setSystemTime(131 * day);
    forgetOldKept();
    expect(keptFor('one@inventory.dev')).toBeUndefined();
  });

  it('goes with the account, as the one does that is in use; those of others stay', () => {
    keepForLater(cartOf('one@inventory.dev'));
    keepForLater(cartOf('other@inventory.dev'));
    keepCart(cartOf('one@inventory.dev'));
    forgetCartsOf('one@inventory.dev');
    expect(deviceCart()).toEqual({ who: '', lines: [] });
    expect(localStorage.getItem('keptCarts')).not.toContain('one@inventory.dev');
    expect(keptFor('other@inventory.dev')).toEqual(cartOf('other@inventory.dev'));
    keepCart(cartOf('other@inventory.dev'));
    forgetCartsOf('one@inventory.dev');
    expect(deviceCart()).toEqual(cartOf('other@inventory.dev'));
  });

  it('goes on under the email that its person has now, as the one does that is in use', () => {
    keepForLater(cartOf('one@inventory.dev'));
    keepForLater(cartOf('other@inventory.dev'));
    keepCart(cartOf('one@inventory.dev'));
    renameCarts('one@inventory.dev', 'new@inventory.dev');
    expect(deviceCart()).toEqual(cartOf('new@inventory.dev'));
    expect(keptFor('new@inventory.dev')).toEqual(cartOf('new@inventory.dev'));
    expect(keptFor('one@inventory.dev')).toBeUndefined();
    expect(keptFor('other@inventory.dev')).toEqual(cartOf('other@inventory.dev'));
  });
});
