import { useSyncExternalStore } from 'react';
import { type DeviceCart, deviceCart, emptyCart, onCartChange } from './device-cart.ts';

/** The cart, the same in every tab. */
export function useDeviceCart(): DeviceCart {
  return useSyncExternalStore(onCartChange, deviceCart, () => emptyCart);
}
